// The audit log: its filters, and its export as a CSV file.
import { beforeAll, describe, expect, test } from 'vitest'
import type { TestApi } from '../../../test/support/api.ts'
import { talk } from '../../../test/support/bodies.ts'
import { startPlatform } from '../../../test/support/shared-servers.ts'
import { PASSWORD, signInAs } from '../../../test/support/visitors.ts'
import { changeSettings } from '../platforms/platforms.ts'
import { listChanges } from './audit.ts'

const anyChange = { actor: null, objectKind: null, action: null, objectId: null, from: null, to: null }

let api: TestApi
beforeAll(async () => {
  api = await startPlatform()
})

describe('the audit log', () => {
  test('can be filtered by actor, kind, action, object, and time', async () => {
    const caller = (await api.addPlatform('audit')).caller
    const start = api.clock.now()
    await changeSettings(api.installation, caller, { venue: 'Here' })
    api.clock.pass(1_000)
    await changeSettings(api.installation, caller, { venue: 'There' })
    const types = async (filter: object) => {
      const page = { cursor: undefined, limit: 100 }
      const { events } = await listChanges(api.installation, caller, { ...anyChange, ...filter }, page)
      return events.map(({ type, at }) => `${type} ${at - start}`)
    }
    const all = ['platform.updated 1000', 'platform.updated 0']
    expect(await types({ objectKind: 'platform', action: 'updated', from: start })).toEqual([
      ...all,
      'platform.updated 0',
    ])
    expect(await types({ from: start + 1 })).toEqual(['platform.updated 1000'])
    expect((await types({ to: start + 1 })).includes('platform.updated 1000')).toBe(false)
    expect(await types({ actor: 'nobody' })).toEqual([])
    expect((await types({ actor: 'system' })).length).toBe((await types({})).length)
    expect(await types({ objectKind: 'talk' })).toEqual([])
    expect(await types({ objectId: caller.platform.id, action: 'created' })).toEqual(['platform.created 0'])
  })

  test('can be exported as a file with every change and no formulas', async () => {
    const owner = await signInAs(api, 'owner', { firstName: '=1+1', lastName: 'Example' })
    await owner.get('/backoffice/settings/features')
    await owner.post('/backoffice/settings/features', { surveys: 'on' })
    for (let index = 0; index < 30; index += 1)
      await api.send('PUT', `/talks/ext:file-${index}`, {
        key: api.platform.standard,
        body: talk({ title: `=cmd|${index}` }),
      })
    const file = await owner.get('/backoffice/audit.csv')
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8; header=present')
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/)
    const page = { cursor: undefined, limit: 100_000 }
    const { events } = await listChanges(api.installation, api.platform.caller, anyChange, page)
    const lines = file.text.split('\r\n').slice(1, -1)
    expect(lines.length).toBe(events.length)
    expect(lines[0]).not.toBe('')
    expect(file.text).toContain(",'=1+1 Example,")
    expect(file.text).toMatch(/^\uFEFFat,type,objectKind,/)
    for (const line of lines) expect(line).not.toMatch(/(^|,)"?[=+\-@]/)
  })

  test('can be filtered by action for all kinds of objects', async () => {
    const owner = await signInAs(api, 'owner')
    await owner.post('/account/password', {
      ...{
        currentPassword: PASSWORD,
        password: 'Nine amber lanterns drift',
        repeated: 'Nine amber lanterns drift',
      },
    })
    const actions = async (query: string) => {
      const { text } = await owner.get(`/backoffice/audit?${query}`)
      return new Set([...text.matchAll(/<p><span class="badge">([^<]*)</g)].map(([, action]) => action))
    }
    expect(await actions('action=password_changed')).toEqual(new Set(['Password changed']))
    expect(await actions('action=created')).toEqual(new Set(['Created']))
    expect((await actions('action=nonsense')).size).toBeGreaterThan(1)
    const { text } = await owner.get('/backoffice/audit?kind=webhook&action=secret_rotated')
    expect(text).toContain('aria-label="Remove filter Action: Secret rotated"')
    expect(text).toContain('No matching changes.')
  })

  test('is filtered in the export like on the page', async () => {
    const owner = await signInAs(api, 'owner')
    const file = await owner.get('/backoffice/audit.csv?kind=user&action=created&actor=system')
    const rows = file.text.split('\r\n').slice(1, -1)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every((row) => row.includes(',user.created,user,'))).toBe(true)
  })
})

// Which host names are answered, and which ones links contain.
import { describe, expect, test } from 'vitest'
import { startApi, type TestApi } from '../../../test/support/api.ts'
import { talk } from '../../../test/support/bodies.ts'
import { startMailServer, waitForEmails } from '../../../test/support/smtp.ts'
import { signInAs, Visitor } from '../../../test/support/visitors.ts'
import { execute } from '../../kernel/changes/commands.ts'
import { claimHostsOperation } from './tenants.ts'

const EVIL = 'evil.example.net'

const claim = async (api: TestApi, host: string) =>
  execute(api.installation, (await api.addPlatform(host.split('.')[0] ?? '')).caller, claimHostsOperation, {
    hosts: [host],
    ownHost: null,
  })

describe('with LECTERN_PUBLIC_URL', () => {
  const env = { LECTERN_PUBLIC_URL: 'https://events.example.org:9443', LECTERN_TRUSTED_PROXIES: '127.0.0.1' }
  const get = (api: TestApi, path: string, headers: Record<string, string>) =>
    api.sendTo('GET', path, { headers })

  test('requests for another host get 421, whether Host or a trusted X-Forwarded-Host names it', async () => {
    await using api = await startApi({ env })
    await claim(api, 'summit.example.com')
    const paths = [
      '/',
      '/agenda',
      '/schedule.json',
      '/sign-in',
      '/docs/',
      '/nothing',
      '/api/external/v1/talks',
    ]
    for (const path of paths) {
      for (const headers of [{ host: EVIL }, { 'x-forwarded-host': EVIL }, { host: `${EVIL}:9443` }]) {
        const { status, body, text } = await get(api, path, headers)
        expect([path, status, body?.code]).toEqual([path, 421, 'misdirected_request'])
        expect(text).not.toContain(EVIL)
      }
    }
    expect((await get(api, '/', { host: 'EVENTS.example.org.' })).status).toBe(200)
    expect((await get(api, '/', { host: 'summit.example.com' })).status).toBe(200)
    for (const path of ['/live', '/ready', '/metrics'])
      expect([path, (await get(api, path, { host: '10.0.0.7:8443' })).status]).toEqual([path, 200])
  })

  test('links contain its host, or the host of the platform, and never another port', async () => {
    await using api = await startApi({ env })
    await api.send('PUT', '/talks/ext:keynote', { body: talk() })
    for (const path of ['/schedule.ics', '/schedule.json', '/schedule.xml', '/agenda', '/docs/']) {
      const { text } = await get(api, path, { host: 'events.example.org:1234' })
      expect(text).toContain('https://events.example.org:9443/')
      expect(text).not.toContain(':1234')
    }
    const { text: docs } = await get(api, '/docs/', { host: 'events.example.org' })
    expect(docs).toContain('<pre>npm install https://events.example.org:9443/docs/clients/')
    expect(docs).toContain('<pre>pip install https://events.example.org:9443/docs/clients/')
    await claim(api, 'summit.example.com')
    const { text } = await get(api, '/agenda', { host: 'summit.example.com:1234' })
    expect(text).toContain('<link rel="canonical" href="https://summit.example.com:9443/agenda"/>')
  })
})

describe('without LECTERN_PUBLIC_URL', () => {
  test('pages answer on any host; reset links and their e-mails are made only on a host that is confirmed in Settings', async () => {
    await using mail = await startMailServer()
    await using api = await startApi({
      env: { LECTERN_SMTP_URL: mail.url, LECTERN_MAIL_FROM: 'events@example.org' },
    })
    const owner = await signInAs(api, 'owner')
    const path = `/backoffice/users/${owner.account.id}/reset-link`
    const visit = (host: string) => {
      const visitor = new Visitor(api, { host })
      for (const [name, value] of owner.cookies) visitor.cookies.set(name, value)
      return visitor
    }
    const evil = visit(EVIL)
    expect((await evil.get('/agenda')).text).toContain(`https://${EVIL}/agenda`)
    await evil.get(`/backoffice/users/${owner.account.id}/access`)
    const refused = await evil.post(path)
    expect([refused.status, refused.text.includes('/reset/')]).toEqual([409, false])
    expect(refused.text).toContain('This host name is not confirmed')
    expect(mail.emails).toEqual([])

    await execute(api.installation, api.platform.caller, claimHostsOperation, {
      hosts: [EVIL],
      ownHost: null,
    })
    const made = await evil.post(path)
    const shown = await evil.get(made.headers.location ?? '')
    expect([shown.status, shown.text.includes(`https://${EVIL}/reset/`)]).toEqual([200, true])
    await waitForEmails(mail, 1)
    expect(mail.emails).toHaveLength(1)

    // A confirmed host name does not confirm another server on it.
    const otherPort = visit(`${EVIL}:4444`)
    await otherPort.get(`/backoffice/users/${owner.account.id}/access`)
    expect((await otherPort.post(path)).status).toBe(409)
    await waitForEmails(mail, 1)
    expect(mail.emails).toHaveLength(1)
    const { port } = new URL(api.url)
    const ownPort = visit(`${EVIL}:${port}`)
    await ownPort.get(`/backoffice/users/${owner.account.id}/access`)
    const madeThere = await ownPort.post(path)
    expect((await ownPort.get(madeThere.headers.location ?? '')).text).toContain(
      `https://${EVIL}:${port}/reset/`,
    )
  })
})

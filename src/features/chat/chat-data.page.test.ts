// The data of chats: how long it is kept, its export, and the export of a person's own messages.
import { expect, test } from 'vitest'
import { EventStream } from '../../../test/support/live.ts'
import { get, useApi } from '../../../test/support/scenarios.ts'
import { createSite, type Site, signInAtSite } from '../../../test/support/sites.ts'
import { changeSettings } from '../platforms/platforms.ts'
import { applyRetention } from '../platforms/retention-job.ts'

const server = useApi()
const DAY_MS = 24 * 3_600_000

async function createTalk() {
  const site = await createSite(server)
  const id = await site.talk('Talk')
  return { site, id }
}
const write = (site: Site, id: string, text: string, user?: string) =>
  site.tenant.send('POST', `/talks/${id}/messages`, {
    body: { text, ...(user === undefined ? { label: 'Bridge' } : { user }) },
  })
const messagesOf = async (site: Site, id: string) => (await get(site.tenant, `/talks/${id}/messages`)).items

test('messages are kept unless the settings say for how long', async () => {
  const [{ site, id }, other] = [await createTalk(), await createTalk()]
  const { installation, clock } = site.tenant.api
  await write(site, id, 'Hello')
  await write(other.site, other.id, 'Hello')
  const { retention } = site.tenant.caller.platform.settings
  await changeSettings(installation, site.tenant.caller, { retention: { ...retention, messages: 30 } })
  clock.pass(31 * DAY_MS)
  await applyRetention(installation)
  expect(await messagesOf(site, id)).toEqual([])
  expect(await messagesOf(other.site, other.id)).toHaveLength(1)
})

test('a client that was away for longer than the journal is kept starts over', async () => {
  const { site, id } = await createTalk()
  const { installation, clock, url } = site.tenant.api
  const follow = async () => {
    const stream = new EventStream(url, `/api/external/v1/live/stream?talks=${id}:1`, {
      headers: { authorization: `Bearer ${site.tenant.standard}` },
    })
    await stream.until(({ events }) => events.some(({ name }) => name === 'reset' || name === 'change'))
    stream.close()
    return stream.events[0]?.name
  }
  await write(site, id, 'One')
  await write(site, id, 'Two')
  clock.pass(DAY_MS)
  await applyRetention(installation)
  expect(await follow()).toBe('change')
  clock.pass(2 * DAY_MS)
  await applyRetention(installation)
  expect(await follow()).toBe('reset')
})

test('the Back Office sets how long messages are kept, and an empty field keeps them', async () => {
  const { site } = await createTalk()
  const owner = await signInAtSite(site, 'owner')
  const save = (messages: string) =>
    owner.post('/backoffice/settings/retention', {
      'retention/attendance': '365',
      'retention/messages': messages,
    })
  const shown = async () =>
    /name="retention\/messages"[^>]*value="([^"]*)"/.exec(
      (await owner.get('/backoffice/settings/retention')).text,
    )?.[1]
  expect((await save('30')).status).toBe(303)
  expect(await shown()).toBe('30')
  expect((await save('0')).status).toBe(422)
  expect((await save('')).status).toBe(303)
  expect((await shown()) ?? '').toBe('')
})

test('staff export the chat of a talk, one message per line', async () => {
  const { site, id } = await createTalk()
  for (const text of ['One', 'Two']) await write(site, id, text)
  const path = `/backoffice/talks/${id}/chat.ndjson`
  const admin = await signInAtSite(site, 'admin')
  expect((await admin.get(`/backoffice/talks/${id}`)).text).toContain(path)
  const file = await admin.get(path)
  expect(file.headers['content-disposition']).toBe(`attachment; filename="chat-${id}.ndjson"`)
  const lines = file.text.trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual(await messagesOf(site, id))
  expect((await (await signInAtSite(site)).get(path)).status).toBe(404)
})

test('the export of a person has their messages, and nobody else’s', async () => {
  const { site, id } = await createTalk()
  const person = await signInAtSite(site)
  await write(site, id, 'Mine', person.account.email)
  await write(site, id, 'Not mine')
  const [{ id: messageId }] = await messagesOf(site, id)
  expect((await person.get('/account/export')).body.messages).toEqual([
    {
      id: messageId,
      talkId: id,
      title: 'Talk',
      text: 'Mine',
      state: 'visible',
      writtenAt: '2027-03-01T12:00:00.000Z',
    },
  ])
})

// The captions of a recording: staff upload them, and people who may watch it get them.
import { expect, test } from 'vitest'
import { summaryProblems } from '../../../../test/support/office.ts'
import { useApi } from '../../../../test/support/scenarios.ts'
import { createSite, cspDirective, signInAtSite } from '../../../../test/support/sites.ts'

const server = useApi()
const VTT = 'WEBVTT\n\n00:01.000 --> 00:04.000\nHello\n'
const REPLAY = { type: 'replay', video: 'https://video.example.org/talk.mp4' }

async function createReplay() {
  const site = await createSite(server)
  const id = await site.talk('Recorded', REPLAY)
  const admin = await signInAtSite(site, 'admin')
  const path = `/backoffice/talks/${id}/captions`
  const upload = (language: string, content: string) =>
    admin.upload(path, { language }, [{ field: 'file', name: 'talk.vtt', bytes: Buffer.from(content) }])
  return { site, id, admin, path, upload, file: `/talks/${id}/captions/pt-BR.vtt` }
}

test('captions are on the player and served to people who may watch', async () => {
  const { site, id, admin, path, upload, file } = await createReplay()
  expect((await admin.get(`/backoffice/talks/${id}`)).text).toContain(path)
  expect((await upload('pt-br', VTT)).headers.location).toBe(`${path}?done=saved`)
  expect((await admin.get(path)).text).toContain('Remove the captions in Brazilian Portuguese')
  const player = await site.visitor.get(`/talks/${id}/player`)
  expect(player.text).toContain(`<track kind="captions" src="${file}" srclang="pt-BR"`)
  expect(cspDirective(player, 'media-src')).toBe("https://video.example.org 'self'")
  const sent = await site.visitor.get(file)
  expect([
    sent.status,
    sent.headers['content-type'],
    sent.headers['x-content-type-options'],
    sent.text,
  ]).toEqual([200, 'text/vtt; charset=utf-8', 'nosniff', VTT])
  await site.change({ watching: 'signed_in' })
  expect((await site.visitor.get(file)).status).toBe(403)
  await site.change({ watching: 'everyone' })
  await site.talk('Recorded', { ...REPLAY, start: '2027-03-01T18:00:00Z' })
  expect((await site.visitor.get(file)).status).toBe(404)
  expect((await (await createSite(server)).visitor.get(file)).status).toBe(404)
})

test('captions are replaced and removed', async () => {
  const { site, admin, path, upload, file } = await createReplay()
  await upload('pt-BR', VTT)
  await upload('pt-BR', VTT.replace('Hello', 'Good day'))
  expect((await site.visitor.get(file)).text).toContain('Good day')
  await admin.post(`${path}/remove`, { language: 'pt-BR' })
  expect((await site.visitor.get(file)).status).toBe(404)
})

test('captions of a deleted talk come back with it', async () => {
  const { site, id, admin, upload, file } = await createReplay()
  await upload('pt-BR', VTT)
  await admin.post(`/backoffice/talks/${id}/delete`)
  expect((await site.visitor.get(file)).status).toBe(404)
  expect((await admin.post(`/backoffice/deleted/${id}/restore`)).status).toBe(303)
  expect((await site.visitor.get(file)).text).toBe(VTT)
})

test('anything but WebVTT is refused and changes nothing', async () => {
  const { admin, path, upload } = await createReplay()
  const refused = await upload('english', VTT.replace('.000 -->', ' -->'))
  expect(refused.status).toBe(422)
  expect(summaryProblems(refused)).toEqual([
    ['Language', 'must be a language tag, such as en or pt-BR'],
    ['WebVTT file', 'has times in line 3 that are not like 00:01.000 --> 00:04.000'],
  ])
  expect((await admin.get(path)).text).toContain('This talk has no captions yet.')
})

test('only talks with a recording have captions, and only staff reach their page', async () => {
  const { site, id, path } = await createReplay()
  const speaker = await signInAtSite(site, 'speaker')
  expect((await speaker.get(path)).status).toBe(404)
  const admin = await signInAtSite(site, 'admin')
  await site.talk('Recorded', { type: 'youtube', video: null })
  expect([
    (await admin.get(path)).status,
    (await admin.get(`/backoffice/talks/${id}`)).text.includes(path),
  ]).toEqual([404, false])
})

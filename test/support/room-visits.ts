// A talk in a video room, and people who join it without a browser.
import type { useApi } from './scenarios.ts'
import { createSite, personNamed, signInAtSite } from './sites.ts'
import type { Page, Visitor } from './visitors.ts'

const offerOf = (direction: 'sendonly' | 'recvonly') =>
  [
    ...['v=0', `a=fingerprint:sha-256 ${'AA:'.repeat(31)}AA`, 'm=audio 9 UDP/TLS/RTP/SAVPF 111', 'a=mid:0'],
    ...[`a=${direction}`, 'a=rtpmap:111 opus/48000/2', ''],
  ].join('\r\n')

/** An embedded talk that started a minute ago, with a speaker who has signed in. */
export async function createRoomTalk(server: ReturnType<typeof useApi>, more: object = {}) {
  const site = await createSite(server)
  const { clock } = site.tenant.api
  const start = new Date(clock.now() - 60_000).toISOString()
  const speaker = await signInAtSite(site, 'speaker', { type: 'Speaker', firstName: 'Sol' })
  const people = {
    speakers: [
      personNamed('Ada', 'Sample'),
      { email: speaker.account.email, firstName: 'Sol', lastName: 'Sample' },
    ],
  }
  const id = await site.talk('Live', { type: 'embedded', start, duration: 60, ...people, ...more })
  return { site, id, speaker, clock }
}

const JSON_ONLY = { headers: { accept: 'application/json' } }

export const publish = (who: Visitor, id: string, offer = offerOf('sendonly')) =>
  who.post(`/talks/${id}/room/publish`, { offer }, JSON_ONLY)
export const watch = (who: Visitor, id: string, offer = offerOf('recvonly')) =>
  who.post(`/talks/${id}/room/watch`, { offer }, JSON_ONLY)
export const follow = (who: Visitor, id: string) => who.post(`/talks/${id}/room/follow`, {}, JSON_ONLY)
export const raiseHand = (who: Visitor, id: string, raised = 'yes') =>
  who.post(`/talks/${id}/room/hand`, { raised }, JSON_ONLY)
export const moderate = (who: Visitor, id: string, what: string, person = '') =>
  who.post(`/talks/${id}/room/moderate`, { do: what, person }, JSON_ONLY)

export async function codeOf(answer: Promise<Page>) {
  const { status, body } = await answer
  return [status, body?.code]
}

// That packets stop with the right to send or to receive them, with people who are no browsers.
import { expect, onTestFinished, test } from 'vitest'
import { TestClock } from '../../../../test/support/api.ts'
import { Reception, speak } from '../../../../test/support/media-people.ts'
import { createRoomTalk, moderate, publish, raiseHand, watch } from '../../../../test/support/room-visits.ts'
import { useApi } from '../../../../test/support/scenarios.ts'
import { signInAtSite } from '../../../../test/support/sites.ts'
import type { Page, Visitor } from '../../../../test/support/visitors.ts'
import { MediaClient, offerOf, readPlace } from '../../../demo/stage/media-client.ts'
import { reviewRegistration } from '../../people/registrations/registrations.ts'
import { createCertificate } from '../media/connection.ts'

// Rights are checked as often as in production.
const server = useApi({ settings: { roomAddress: null }, clock: new TestClock(undefined, 1) })

const ASK_MS = 50
/** Every stream and every answer comes more often. */
const QUIET_MS = 300
const CUT_MS = 1_000

async function connect(join: (offer: string) => Promise<Page>, direction: 'sendonly' | 'recvonly') {
  const certificate = await createCertificate()
  const client = new MediaClient(certificate)
  onTestFinished(() => client.close())
  await client.connect(readPlace((await join(offerOf(certificate, direction))).text))
  // Each is answered while the server has the connection.
  const asking = setInterval(() => client.keepAlive(), ASK_MS)
  onTestFinished(() => clearInterval(asking))
  return client
}

async function goOnStage(who: Visitor, id: string): Promise<MediaClient> {
  const client = await connect((offer) => publish(who, id, offer), 'sendonly')
  onTestFinished(speak(client))
  return client
}

async function startWatching(who: Visitor, id: string) {
  const client = await connect((offer) => watch(who, id, offer), 'recvonly')
  const reception = new Reception(client, false)
  onTestFinished(() => reception.close())
  const last = (kind: 'microphone' | 'camera') => () => reception.arrivedMs.get(kind) ?? -Infinity
  return { client, microphone: last('microphone'), camera: last('camera') }
}

/** The times at which something last came. */
type Last = () => number
const isComing = (last: Last) => performance.now() - last() < QUIET_MS
const untilAllCome = (...all: Last[]) => expect.poll(() => all.every(isComing)).toBe(true)

/** Does something that ends a right, after which nothing may come from these a second later. */
async function expectCut(end: () => Promise<unknown>, ...all: Last[]): Promise<() => void> {
  await untilAllCome(...all)
  await end()
  const endedMs = performance.now()
  await expect.poll(() => all.some(isComing), { timeout: 5 * CUT_MS }).toBe(false)
  const expectEnded = () => {
    for (const last of all) expect(last() - endedMs).toBeLessThan(CUT_MS)
  }
  expectEnded()
  return expectEnded
}

test('packets stop within a second of a mute, a ban, a removal, and the end of the right to watch', async () => {
  const { site, id, speaker } = await createRoomTalk(server)
  const [admin, guest] = [await signInAtSite(site, 'admin'), await signInAtSite(site)]
  const { installation } = site.tenant.api
  const ofSpeaker = await goOnStage(speaker, id)
  const [visitor, moderator] = [await startWatching(site.visitor, id), await startWatching(admin, id)]
  await untilAllCome(visitor.camera, moderator.camera)

  const mute = () => moderate(admin, id, 'mute', speaker.account.id)
  await expectCut(mute, visitor.microphone)
  await untilAllCome(visitor.camera, () => ofSpeaker.arrivedMs)

  await raiseHand(guest, id)
  await moderate(admin, id, 'invite', guest.account.id)
  const ofGuest = await goOnStage(guest, id)
  const watching = await startWatching(guest, id)
  const ban = () =>
    reviewRegistration(installation, site.tenant.caller, { id: guest.account.id, status: 'rejected' })
  const ended = [
    await expectCut(
      ban,
      () => ofGuest.arrivedMs,
      () => watching.client.arrivedMs,
    ),
    await expectCut(
      () => site.change({ watching: 'signed_in' }),
      () => visitor.client.arrivedMs,
    ),
  ]
  await untilAllCome(moderator.camera)

  const remove = () => moderate(admin, id, 'remove', speaker.account.id)
  ended.push(await expectCut(remove, moderator.camera, () => ofSpeaker.arrivedMs))
  for (const expectEnded of ended) expectEnded()
})

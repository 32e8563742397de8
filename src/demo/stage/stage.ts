// The stage of the demo: in each embedded talk that is live, a speaker sends a moving picture with sound, so that there is
// something to watch before anyone else goes on stage.
import { userObjects } from '../../features/people/store.ts'
import { findPlatform } from '../../features/platforms/platforms.ts'
import { upcomingTalks } from '../../features/talks/store.ts'
import type { TalkRow } from '../../features/talks/tables.ts'
import { attachedToTalk } from '../../features/talks/talk-people-store.ts'
import { talkPhase } from '../../features/talks/talk-states.ts'
import { type Certificate, createCertificate } from '../../features/video/media/connection.ts'
import type { VideoRooms } from '../../features/video/room/rooms.ts'
import { Refusal } from '../../kernel/changes/errors.ts'
import type { Services } from '../../kernel/changes/services.ts'
import { SECOND_MS } from '../../kernel/lib/time/units.ts'
import { type Clip, readClip } from './clip.ts'
import { offerOf } from './media-client.ts'
import { Presenter } from './presenter.ts'

const CHECK_MS = 5 * SECOND_MS
const PLATFORM = 'default'
const TALKS = 20

type Options = {
  services: Services
  rooms: Pick<VideoRooms, 'join' | 'follow' | 'leave'>
  onError(error: unknown): void
}

export class DemoStage {
  readonly #options: Options
  readonly #presenters = new Map<string, Presenter>()
  readonly #stop: () => void
  #means: Promise<[Certificate, Clip]> | undefined
  #checking: Promise<void> | undefined

  constructor(options: Options) {
    this.#options = options
    this.#stop = options.services.clock.every(CHECK_MS, () => this.#check())
    this.#check()
  }

  async close(): Promise<void> {
    this.#stop()
    await this.#checking
    for (const presenter of this.#presenters.values()) presenter.close()
  }

  #check(): void {
    this.#checking ??= this.#presentAll()
      // The room refuses, or is not there yet. The next check tries again.
      .catch((error: unknown) => error instanceof Refusal || this.#options.onError(error))
      .then(() => {
        this.#checking = undefined
      })
  }

  async #presentAll(): Promise<void> {
    const { services } = this.#options
    const platform = await findPlatform(services, PLATFORM)
    if (!platform) return
    const now = services.clock.now()
    const talks = await services.store.read(upcomingTalks(platform.id, { now, after: null, limit: TALKS }))
    for (const talk of talks)
      if (talk.type === 'embedded' && talk.externalId?.startsWith('demo-') && talkPhase(talk, now) === 'live')
        await this.#present(platform, talk)
  }

  async #present(
    platform: NonNullable<Awaited<ReturnType<typeof findPlatform>>>,
    talk: TalkRow,
  ): Promise<void> {
    if (this.#presenters.has(talk.id)) return
    const { services, rooms } = this.#options
    const { store } = services
    const attached = await store.read(attachedToTalk({ platformId: platform.id, by: 'id', value: talk.id }))
    const speaker = attached.find(({ kind }) => kind === 'speaker')
    const user =
      speaker &&
      (await store.read(userObjects.find({ platformId: platform.id, by: 'id', value: speaker.userId })))
    if (!user) return
    this.#means ??= Promise.all([createCertificate(), readClip()])
    const [certificate, clip] = await this.#means
    const visit = { platform, talk, user, client: 'demo', signInId: undefined }
    const { id, answer } = await rooms.join('publish', visit, offerOf(certificate, 'sendonly'))
    const presenter = new Presenter(certificate, clip)
    this.#presenters.set(talk.id, presenter)
    const end = () => {
      presenter.close()
      this.#presenters.delete(talk.id)
    }
    try {
      await presenter.start(answer)
    } catch (error) {
      end()
      await rooms.leave(talk.id, id)
      throw error
    }
    if (!(await rooms.follow(talk.id, id, { follow: () => {}, end }))) end()
  }
}

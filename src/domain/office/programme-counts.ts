// The numbers of the dashboard that need the whole programme: kept until the platform changes.
import { countChecks, countIncompleteSpeakers, type TalkCheck } from '../../store/office/programme-checks.ts'
import { countEmbedded } from '../../store/site/public-talks.ts'
import { PlatformVersions } from '../changes/platform-versions.ts'
import type { Services } from '../services.ts'
import { readNextBoundary } from '../site/next-boundary.ts'

export type ProgrammeCounts = {
  /** How many talks each check finds. */
  checks: Record<TalkCheck, number>
  incompleteSpeakers: number
  /** Published embedded talks that are not over. */
  embedded: number
}

type Known = { version: string; until: number; counts: ProgrammeCounts }

export class ProgrammeCounter {
  readonly #services: Pick<Services, 'store' | 'clock'>
  readonly #versions: PlatformVersions
  readonly #known = new Map<string, Known>()

  constructor(services: Pick<Services, 'store' | 'clock'>) {
    this.#services = services
    this.#versions = new PlatformVersions(services)
  }

  async read(platformId: string): Promise<ProgrammeCounts> {
    // First of all: what is counted after it may be newer than the version, but never older.
    const version = await this.#versions.read(platformId)
    const now = this.#services.clock.now()
    const known = this.#known.get(platformId)
    if (known && known.version === version && now < known.until) return known.counts
    const until = await readNextBoundary(this.#services, platformId, now)
    const counts = await this.#count(platformId, now)
    this.#known.set(platformId, { version, until, counts })
    return counts
  }

  async #count(platformId: string, now: number): Promise<ProgrammeCounts> {
    const { store } = this.#services
    const [checks, incompleteSpeakers, embedded] = await Promise.all([
      store.read(countChecks(platformId)),
      store.read(countIncompleteSpeakers(platformId)),
      store.read(countEmbedded(platformId, now)),
    ])
    return {
      checks: checks ?? { conflict: 0, video: 0, room: 0, picture: 0, speakers: 0 },
      incompleteSpeakers: incompleteSpeakers ?? 0,
      embedded: embedded ?? 0,
    }
  }
}

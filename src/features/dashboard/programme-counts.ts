// Numbers on the dashboard that need the whole programme. They are kept until the platform changes.

import { PlatformVersions } from '../../kernel/changes/platform-versions.ts'
import type { Services } from '../../kernel/changes/services.ts'
import { checkProgramme, type ProgrammeChecks } from '../talks/checks/programme-checks-store.ts'
import { readNextBoundary } from '../talks/programme/next-boundary.ts'
import { MAX_COUNTED } from './limits.ts'
import { countIncompleteSpeakers, countSpeakers, countUnusedSpeakers } from './overview-store.ts'

export type ProgrammeCounts = {
  checks: ProgrammeChecks
  /** Up to `MAX_COUNTED` each, and one more if there are more. */
  speakers: number
  /** Without a biography or picture. */
  incompleteSpeakers: number
  /** Nobody has used their accounts. */
  unusedSpeakers: number
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
    // Read first: counts made after it may be newer than the version, but never older.
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
    const [checks, speakers, incompleteSpeakers, unusedSpeakers] = await Promise.all([
      store.read(checkProgramme(platformId, now)),
      store.read(countSpeakers(platformId, MAX_COUNTED + 1)),
      store.read(countIncompleteSpeakers(platformId, MAX_COUNTED + 1)),
      store.read(countUnusedSpeakers(platformId, MAX_COUNTED + 1)),
    ])
    return { checks, speakers, incompleteSpeakers, unusedSpeakers }
  }
}

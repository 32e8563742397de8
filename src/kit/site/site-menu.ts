// The navigation of the public site, to which features add their areas.
import { pageHooks } from '../../kernel/changes/features.ts'
import type { Services } from '../../kernel/changes/services.ts'
import type { Messages } from '../messages/messages.ts'
import type { VisitPlatform, VisitUser } from '../pages/visit.ts'

export type SiteArea = {
  path: string
  /** Areas with a lower number come first. */
  place: number
  text(messages: Messages): string
  /** Decides who sees it now. Without it, everyone does. */
  readReaders?(
    services: Pick<Services, 'store'>,
    platform: VisitPlatform,
  ): Promise<(user: VisitUser | null) => boolean>
}

declare module '../../kernel/changes/features.ts' {
  interface FeaturePages {
    siteArea?: SiteArea
  }
}

const siteAreas = (): SiteArea[] => pageHooks.of('siteArea').toSorted((a, b) => a.place - b.place)

/** The areas that everyone sees. */
export const commonAreas = (): SiteArea[] => siteAreas().filter(({ readReaders }) => !readReaders)

/** The areas that somebody sees now. */
export async function readSiteAreas(
  services: Pick<Services, 'store'>,
  platform: VisitPlatform,
): Promise<(user: VisitUser | null) => SiteArea[]> {
  const areas = await Promise.all(
    siteAreas().map(async (area) => ({ area, isReader: await area.readReaders?.(services, platform) })),
  )
  return (user) => areas.filter(({ isReader }) => isReader?.(user) ?? true).map(({ area }) => area)
}

// The first steps of a new platform, with the done ones derived from its data.

import type { Services } from '../../kernel/changes/services.ts'
import { someStaff } from '../people/store.ts'
import { changeSettings, type PlatformCaller } from '../platforms/platforms.ts'

export const firstSteps = ['zone', 'logo', 'programme', 'colleagues', 'site', 'key'] as const
export type FirstStep = (typeof firstSteps)[number]
/** Whether each step is done. */
export type FirstSteps = Readonly<Record<FirstStep, boolean>>

/** Null once an owner has dismissed them, or all are done. */
export async function readFirstSteps(
  { store }: Services,
  { platform }: PlatformCaller,
  { hasTalks, hasKeys }: { hasTalks: boolean; hasKeys: boolean },
): Promise<FirstSteps | null> {
  const { firstSteps: known, timezone, logo } = platform.settings
  if (known.areDismissed) return null
  const staff = await store.read(someStaff({ platformId: platform.id }))
  const steps = {
    zone: known.isZoneConfirmed || timezone !== 'UTC',
    logo: logo !== null,
    programme: hasTalks,
    colleagues: staff.length > 1,
    site: known.isSiteViewed,
    key: hasKeys,
  }
  return Object.values(steps).every(Boolean) ? null : steps
}

/** Sets and confirms the time zone. */
export const confirmZone = (services: Services, caller: PlatformCaller, timezone: string) =>
  changeSettings(services, caller, { timezone, ...stepChange(caller, { isZoneConfirmed: true }) })

export const recordSiteView = (services: Services, caller: PlatformCaller) =>
  changeSettings(services, caller, stepChange(caller, { isSiteViewed: true }))

export const dismissFirstSteps = (services: Services, caller: PlatformCaller) =>
  changeSettings(services, caller, stepChange(caller, { areDismissed: true }))

type Known = PlatformCaller['platform']['settings']['firstSteps']

const stepChange = ({ platform }: PlatformCaller, change: Partial<Known>) => ({
  firstSteps: { ...platform.settings.firstSteps, ...change },
})

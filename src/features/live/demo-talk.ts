// What features add to the live talk of the demo.
import type { Caller, Services } from '../../kernel/changes/services.ts'
import type { Reference } from '../../kernel/store/changes/objects.ts'
import type { PlatformFeature } from '../platforms/schema.ts'
import type { TalkRow } from '../talks/tables.ts'

/** The people of the demo, by their keys. */
export type DemoCast = {
  personOf(key: string): Promise<Reference>
  callerAs(key: string): Promise<Caller>
}

/** Fills a live talk in which its feature is on. */
export type DemoTalk = {
  feature: PlatformFeature
  fill(services: Services, caller: Caller, talk: TalkRow, cast: DemoCast): Promise<void>
}

declare module '../../kernel/changes/features.ts' {
  interface Feature {
    demoTalk?: DemoTalk
  }
}

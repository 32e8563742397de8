// What the search of the Back Office finds.
import type { ComponentChildren } from 'preact'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import type { IconName } from '../components/icon.tsx'
import type { Messages } from '../messages/messages.ts'

export type FoundGroup = {
  /** Groups with a lower number come first. */
  place: number
  /** The icon of its hits. */
  icon: IconName
  title: string
  /** The text of the link to the list with all matches. */
  all: string
  list: string
  /** The best matches. `about` tells hits with one title apart. */
  hits: readonly { href: string; title: string; about?: ComponentChildren }[]
}

/** Finds objects of a kind by a word or more. */
export type FindInOffice = (
  services: Services,
  caller: Caller,
  q: string,
  view: { messages: Messages; zone: string },
) => Promise<FoundGroup>

declare module '../../kernel/changes/features.ts' {
  interface FeaturePages {
    findInOffice?: FindInOffice
  }
}

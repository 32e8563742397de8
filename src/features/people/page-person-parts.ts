// What features show of a person: on the public profile, and to the person on the pages of the own account.
import type { FastifyRequest } from 'fastify'
import type { VNode } from 'preact'
import type { PageServices } from '../../kernel/changes/services.ts'
import type { Messages } from '../../kit/messages/messages.ts'
import type { SignedIn, Visit } from '../../kit/pages/visit.ts'

declare module '../../kernel/changes/features.ts' {
  interface FeaturePages {
    person?: PersonPart
  }
}

export type PersonPart = {
  /** Below the name on the profile; null if there is nothing to show. */
  readFact?(services: PageServices, visit: Visit, personId: string): Promise<VNode | null>
  /** On the first page of the own account, with its style sheets; null if there is nothing to show. */
  readSection?(services: PageServices, request: FastifyRequest): Promise<AccountSection | null>
  privacyChoice?: PrivacyChoice
}

export type AccountSection = { content: VNode; styles: readonly string[] }

/** Whether other people see something of the person. */
export type PrivacyChoice = {
  /** The name of its field. */
  name: string
  texts(messages: Messages): { label: string; hint: string }
  /** Null if there is nothing to choose. */
  read(services: PageServices, caller: SignedIn): Promise<boolean | null>
  save(services: PageServices, caller: SignedIn, isOn: boolean): Promise<unknown>
}

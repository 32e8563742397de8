// What features show on the dashboard.
import type { VNode } from 'preact'
import type { PageServices } from '../../kernel/changes/services.ts'
import type { Messages } from '../messages/messages.ts'
import type { SignedIn } from '../pages/visit.ts'

export type DashboardPart = {
  scripts?: readonly string[]
  /** Numbers at its top, which link to what they count. */
  figures?: readonly { count: number; label: string; href: string }[]
  /** Something to do. */
  notice?: VNode
  /** Beside the sign-ups, as wide as the page, or beside the programme. */
  panels?: readonly { place: 'overview' | 'wide' | 'side'; title: string; content: VNode }[]
}

export type ReadDashboard = (
  services: PageServices,
  caller: SignedIn,
  view: { messages: Messages; zone: string },
) => Promise<DashboardPart>

declare module '../../kernel/changes/features.ts' {
  interface FeaturePages {
    readDashboard?: ReadDashboard
  }
}

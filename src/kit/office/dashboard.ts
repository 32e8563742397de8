// What features show on the dashboard.
import type { VNode } from 'preact'
import type { PageServices } from '../../kernel/changes/services.ts'
import type { Messages } from '../messages/messages.ts'
import type { SignedIn } from '../pages/visit.ts'
import type { WebOptions } from '../pages/web-options.ts'

export type DashboardPart = {
  scripts?: readonly string[]
  /** Numbers at its top, which link to what they count. */
  figures?: readonly { count: number; label: string; href: string }[]
  /** Something to do. */
  notice?: VNode
  /** With the token of their forms. Beside the sign-ups, as wide as the page, or beside the programme. */
  panels?: readonly {
    place: 'overview' | 'wide' | 'side'
    title: string
    content: VNode | ((csrf: string) => VNode)
  }[]
}

export type ReadDashboard = (
  services: PageServices,
  caller: SignedIn,
  view: { messages: Messages; zone: string; running: WebOptions },
) => Promise<DashboardPart>

declare module '../../kernel/changes/features.ts' {
  interface FeaturePages {
    readDashboard?: ReadDashboard
  }
}

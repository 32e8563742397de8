// What features show on the dashboard, and on the page of the integrations.
import type { FastifyRequest } from 'fastify'
import type { ComponentChildren, VNode } from 'preact'
import type { PageServices } from '../../kernel/changes/services.ts'
import type { Messages } from '../messages/messages.ts'
import type { SignedIn } from '../pages/visit.ts'
import type { WebOptions } from '../pages/web-options.ts'

export type DashboardPart = {
  /** Something to do, with a link. */
  actions?: readonly { text: ComponentChildren; href: string }[]
  panels?: readonly { title: string; content: VNode }[]
}

export type IntegrationPanel = {
  title: string
  /** Beside the title: where the whole list is. */
  link?: { text: string; href: string }
  isWide?: boolean
  content: VNode
}

export type IntegrationPart = {
  scripts?: readonly string[]
  /** Links to what can be added, in the head of the page. */
  actions?: readonly { text: string; href: string; isPrimary?: boolean }[]
  /** Numbers, which link to what they count. */
  figures?: readonly { count: number; label: string; href: string }[]
  panels?: readonly IntegrationPanel[]
  /** How to begin. While there is one, it takes the place of wide panels and of figures that are zero. */
  quickstart?: VNode
}

type View = { messages: Messages; zone: string; running: WebOptions }
type Read<Part, Of = View> = (services: PageServices, caller: SignedIn, view: Of) => Promise<Part>

export type ReadDashboard = Read<DashboardPart>
/** What a feature says about live talks, by id, such as "3 open questions". */
export type ReadLiveFigures = (
  services: PageServices,
  talks: readonly { id: string; hasStage: boolean }[],
  messages: Messages,
) => Promise<ReadonlyMap<string, string>>
export type ReadIntegrations = Read<IntegrationPart, View & { request: FastifyRequest }>

declare module '../../kernel/changes/features.ts' {
  interface FeaturePages {
    readDashboard?: ReadDashboard
    readLiveFigures?: ReadLiveFigures
    readIntegrations?: ReadIntegrations
  }
}

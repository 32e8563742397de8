// What features show of a live talk: in its player, in the panel beside it, on its projector, and in the streams of pages.
import type { ComponentType, VNode } from 'preact'
import type { Services } from '../../kernel/changes/services.ts'
import type { Messages } from '../../kit/messages/messages.ts'
import type { Audience, LiveContext, LiveViews } from './items.ts'
import type { LivePanel } from './panel.ts'
import type { OnStage } from './schema.ts'
import type { Renderer } from './streams/renderers.ts'
import type { CreditLock } from './watch-lock.ts'

declare module '../../kernel/changes/features.ts' {
  interface FeaturePages {
    panel?: PanelPart
  }
}

export type PanelPart = {
  /** Scripts of the page of a talk. */
  scripts?: readonly string[]
  /** Above the sections. */
  Bar?: ComponentType<{ panel: LivePanel }>
  sections?: readonly PanelSection[]
  /** The objects of its kinds. */
  items?: { [K in keyof LiveViews]?: (view: LiveViews[K], reader: ItemReader) => VNode }
  /** What it sends beside the journal. */
  renderers?(toHtml: (fragment: VNode) => string): Partial<Renderer>
  onStage?: StagePart
  /** Instead of a video that is locked. */
  LockScreen?: ComponentType<{ lock: CreditLock; talkId: string }>
}

export type ItemReader = { audience: Audience; context: LiveContext }

/** A section of the panel, which has a tab. */
export type PanelSection = {
  /** The id of its element. */
  id: string
  heading(messages: Messages): string
  isOn(panel: LivePanel): boolean
  /** How many of its objects the reader should see now, for the number on its tab until it is opened. */
  newsOf?(panel: LivePanel): number
  /** Its tab is the last one. */
  isLast?: boolean
  /** `csrf` is '' for visitors without an account, and for pages that already have a token. */
  Section: ComponentType<{ panel: LivePanel; csrf: string }>
}

/** A kind of object that can be on the projector. */
type StagePart = {
  kind: OnStage['kind']
  /** Null if it is gone or its feature is off. `place` is that of a chart, from 0. */
  show(
    services: Pick<Services, 'store'>,
    context: LiveContext,
    reader: { id: string; audience: Audience; place: number },
  ): Promise<VNode | null>
}

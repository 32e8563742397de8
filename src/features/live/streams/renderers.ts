// Renderers that turn views into events, for each format of streams.

import type { Stage, StageAccess } from '../../video/stage.ts'
import type { ShownViewers } from '../../viewers/viewers.ts'
import type { Audience, LiveContext, LiveItem } from '../items.ts'
import type { PanelReader } from '../panel.ts'
import type { StreamFormat } from './live-stream.ts'

export type Renderers = Record<StreamFormat, Renderer>
export type Renderer = {
  /** One changed object; null if it is gone for the audience. */
  item(item: LiveItem, audience: Audience, userId: string | null, context: LiveContext): unknown
  /** The live content of the talk as everyone in an audience sees it, for clients that have to start over. */
  snapshot(context: LiveContext, reader: PanelReader): Promise<unknown>
  /** The current viewers, which replace the ones sent before. */
  viewers(viewers: ShownViewers, context: LiveContext): object
  /** The stage of the talk, for formats that have one. */
  stage?(stage: Stage, viewer: StageViewer): string[]
}
export type StageViewer = { access: StageAccess; audience: Audience | null; now: number }

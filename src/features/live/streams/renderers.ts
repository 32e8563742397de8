// Renderers that turn views into events, for each format of streams.
import type { Audience, LiveContext, LiveItem } from '../items.ts'
import type { PanelReader } from '../panel.ts'
import type { StreamFormat } from './live-stream.ts'

export type Renderers = Record<StreamFormat, Renderer>
/** What stream parts send has renderers as well, which they add. */
export interface Renderer {
  /** One changed object; null if it is gone for the audience. */
  item(item: LiveItem, audience: Audience, userId: string | null, context: LiveContext): unknown
  /** The live content of the talk as everyone in an audience sees it, for clients that have to start over. */
  snapshot(context: LiveContext, reader: PanelReader): Promise<unknown>
}

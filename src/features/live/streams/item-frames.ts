// The event with the changed objects of some journal entries, rendered once for all streams that get the same.
import { type Audience, isInGroup, type LiveContext, type LiveItem, viewOf } from '../items.ts'
import { formatPositions } from './cursors.ts'
import { eventFrame, SharedEvent } from './frames.ts'
import type { LiveStream } from './live-stream.ts'
import type { Renderers } from './renderers.ts'

type Span = {
  context: LiveContext
  renderers: Renderers
  /** The numbers of the last entry before these, and of the last of these. */
  after: number
  upTo: number
}
type Shared = Pick<LiveStream, 'format'> & { audience: Audience; key: string; event: SharedEvent }

/** Objects for one audience, as they are in the data of events. */
export function renderItems(
  items: readonly LiveItem[],
  { context, renderers }: Pick<Span, 'context' | 'renderers'>,
  { format, audience, userId }: Pick<LiveStream, 'format'> & { audience: Audience; userId: string | null },
): object[] {
  return items.map((item) => ({
    kind: item.kind,
    id: item.id,
    [format === 'json' ? 'value' : 'html']:
      viewOf(item, audience, userId) === null
        ? null
        : renderers[format].item(item, audience, userId, context),
  }))
}

export class ItemFrames {
  readonly after: number
  readonly upTo: number
  readonly #items: readonly LiveItem[]
  readonly #span: Span
  /** Accounts that see one of the objects differently from their audience. */
  readonly #personal: ReadonlySet<string>
  readonly #grouped: readonly LiveItem[]
  readonly #shared = new Map<string, SharedEvent>()
  /**
   * Most streams get the same event as the stream before them. Comparing is faster than building a key for the map.
   */
  #last: Shared | undefined

  constructor(items: readonly LiveItem[], span: Span) {
    this.after = span.after
    this.upTo = span.upTo
    this.#items = items
    this.#span = span
    this.#personal = new Set(items.flatMap((item) => item.personal.map(({ userId }) => userId)))
    this.#grouped = items.filter(({ group }) => group !== undefined)
  }

  get isEmpty(): boolean {
    return this.#items.length === 0
  }

  /** The event for a stream, whose digest of the talk is `key`. */
  eventFor({ format, recipient }: LiveStream, audience: Audience, key: string): SharedEvent {
    const userId = recipient.user?.id ?? null
    const own = { format, audience, userId, key }
    if (userId !== null && this.#personal.has(userId)) return this.#render(own)
    const last = this.#last
    if (last?.format === format && last.audience === audience && last.key === key) return last.event
    const groups = this.#grouped.map((item) => isInGroup(item, audience, userId))
    const sharing = [format, audience, key, ...groups].join(' ')
    const event = this.#shared.get(sharing) ?? this.#render(own)
    this.#shared.set(sharing, event)
    if (groups.length === 0) this.#last = { format, audience, key, event }
    return event
  }

  #render({ key, ...reader }: Parameters<typeof renderItems>[2] & { key: string }): SharedEvent {
    const { context, upTo } = this.#span
    const items = renderItems(this.#items, this.#span, reader)
    const talk = context.talk.id
    const position = formatPositions(new Map([[talk, { seq: upTo, key }]]))
    return new SharedEvent(position, eventFrame('change', JSON.stringify({ talk, items })))
  }
}

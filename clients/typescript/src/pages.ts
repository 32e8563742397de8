// Iterates over paged lists.
import type { ListEventsResult } from './generated.ts'

export type EventPage = ListEventsResult

type Page<Item> = { items: Item[]; next: string | null }

/** All items of a list. Fetches each page when it is needed. */
export async function* itemsOf<Item>(
  read: (cursor: { cursor?: string }) => Promise<Page<Item>>,
): AsyncGenerator<Item> {
  let page = await read({})
  yield* page.items
  while (page.next !== null) {
    page = await read({ cursor: page.next })
    yield* page.items
  }
}

type ReadEvents = (after: { after?: string }) => Promise<EventPage>

/** All events until a page is empty. */
export async function* untilNothingIsNew(read: ReadEvents): AsyncGenerator<EventPage['items'][number]> {
  let page = await read({})
  while (page.items.length > 0) {
    yield* page.items
    page = await read({ after: page.next })
  }
}

/** Pages with events. Polls while there are no new ones. Throws the reason of the signal when it is aborted. */
export async function* follow(
  read: ReadEvents,
  everyMs: number,
  signal?: AbortSignal,
): AsyncGenerator<EventPage> {
  let page = await read({})
  for (;;) {
    if (page.items.length > 0) yield page
    else await pause(everyMs, signal)
    page = await read({ after: page.next })
  }
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

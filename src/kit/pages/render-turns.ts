// Each page is rendered in its own turn of the event loop, so that other requests are answered in between. The pages of an
// account wait for each other: it rests as long as its last page took, which leaves half of the time to others and is not
// noticed by people. Visitors without an account do not rest, because many of them can share one address.
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { SlicedWork } from '../../kernel/lib/time/slices.ts'

const MAX_REST_MS = 50

/** The last turn of each account with its rest. They share the event loop, so they are those of the process. */
const turns = new Map<string, Promise<void>>()

/** Renders a page for one person when it is their turn. */
export function renderInTurn<T>(request: FastifyRequest, render: () => T): Promise<T> {
  const account = request.visit?.user?.id
  if (account === undefined) return renderInSlice(render)
  let tookMs = 0
  const rendered = startAfter(turns.get(account)).then(() => {
    const startedMs = performance.now()
    try {
      return render()
    } finally {
      tookMs = performance.now() - startedMs
    }
  })
  const rest = () => delay(Math.min(tookMs, MAX_REST_MS))
  const ended: Promise<void> = rendered.then(rest, rest).then(() => {
    if (turns.get(account) === ended) turns.delete(account)
  })
  turns.set(account, ended)
  return rendered
}

/** Renders in the next free turn of the event loop. */
export async function renderInSlice<T>(render: () => T): Promise<T> {
  await new SlicedWork().pause()
  return render()
}

async function startAfter(before: Promise<void> | undefined): Promise<void> {
  await before
  await new SlicedWork().pause()
}

// Pages are rendered one at a time, each in its own turn of the event loop, so that other requests are answered in between.
// A client whose pages take long waits for itself: it rests as long as its last page took, which leaves half of the time
// to others and is not noticed by people.
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { countedClient } from '../../http/server/trusted-proxies.ts'
import { SlicedWork } from '../../lib/time/slices.ts'

const MAX_REST_MS = 50

/** The last turn of each client with its rest. They share the event loop, so they are those of the process. */
const turns = new Map<string, Promise<void>>()

/** Renders when it is the turn of the client: the account of the request, or its address. */
export function renderInTurn<T>(request: FastifyRequest, render: () => T): Promise<T> {
  const client = request.visit?.user?.id ?? countedClient(request)
  let tookMs = 0
  const rendered = startTurn(turns.get(client)).then(() => {
    const startedMs = performance.now()
    try {
      return render()
    } finally {
      tookMs = performance.now() - startedMs
    }
  })
  const rest = () => delay(Math.min(tookMs, MAX_REST_MS))
  const ended: Promise<void> = rendered.then(rest, rest).then(() => {
    if (turns.get(client) === ended) turns.delete(client)
  })
  turns.set(client, ended)
  return rendered
}

async function startTurn(before: Promise<void> | undefined): Promise<void> {
  await before
  await new SlicedWork().pause()
}

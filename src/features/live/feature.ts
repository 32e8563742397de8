// What the server needs of live.

import type { FastifyInstance } from 'fastify'
import { type Feature, hooks } from '../../kernel/changes/features.ts'
import type { Running } from '../../kernel/http/running.ts'
import { wakeAfterChanges } from '../../kernel/http/running.ts'
import { liveApi } from './api.ts'
import { liveStreamApi } from './stream-api.ts'
import { jsonRenderer } from './streams/json-renderer.ts'
import { LiveHub } from './streams/live-hub.ts'

declare module '../../kernel/http/running.ts' {
  interface Running {
    hub: LiveHub
  }
}

async function start(app: FastifyInstance, { services }: Running) {
  const { fragmentRenderers } = await import('./page-fragments.tsx')
  const hub = new LiveHub({
    services,
    parts: hooks.of('stream'),
    renderers: { ...fragmentRenderers(services), json: jsonRenderer(services) },
    onError: (err) => app.log.warn({ err }, 'live talks cannot be followed'),
  })
  wakeAfterChanges(app, hub)
  // Runs before the server waits for open responses to end.
  app.addHook('preClose', () => hub.close())
  return { hub }
}

export const liveFeature: Feature = {
  start,
  api: [liveApi, liveStreamApi],
}

// Content of streams for other systems: the objects as the API returns them.

import { hooks } from '../../../kernel/changes/features.ts'
import type { Services } from '../../../kernel/changes/services.ts'
import { readSharedPanel } from '../panel.ts'
import { presentItem, presentSnapshot } from '../present-live.ts'
import type { Renderer } from './renderers.ts'

export function jsonRenderer(services: Pick<Services, 'store' | 'clock'>): Renderer {
  const renderer = {
    item: presentItem,
    snapshot: async (context, reader) =>
      presentSnapshot(context, await readSharedPanel(services, context, reader)),
  } satisfies Pick<Renderer, 'item' | 'snapshot'>
  return Object.assign(renderer, ...hooks.of('stream').map(({ json }) => json))
}

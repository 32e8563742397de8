// Content of streams for other systems: the objects as the API returns them.

import type { Services } from '../../../kernel/changes/services.ts'
import { readSharedPanel } from '../panel.ts'
import { presentItem, presentSnapshot } from '../present-live.ts'
import type { Renderer } from './renderers.ts'
import type { StreamPart } from './stream-parts.ts'

export function jsonRenderer(
  services: Pick<Services, 'store' | 'clock'>,
  parts: readonly StreamPart[],
): Renderer {
  const renderer = {
    item: presentItem,
    snapshot: async (context, reader) =>
      presentSnapshot(context, await readSharedPanel(services, context, reader)),
  } satisfies Pick<Renderer, 'item' | 'snapshot'>
  return Object.assign(renderer, ...parts.map(({ json }) => json))
}

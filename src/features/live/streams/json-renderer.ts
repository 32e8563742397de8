// Content of streams for other systems: the objects as the API returns them.

import type { Services } from '../../../kernel/changes/services.ts'
import { readSharedPanel } from '../panel.ts'
import { presentItem, presentSnapshot, presentViewers } from '../present-live.ts'
import type { Renderer } from './renderers.ts'

export const jsonRenderer = (services: Pick<Services, 'store' | 'clock'>): Renderer => ({
  item: presentItem,
  snapshot: async (context, reader) =>
    presentSnapshot(context, await readSharedPanel(services, context, reader)),
  viewers: (viewers) => ({ viewers: presentViewers(viewers) }),
})

// The viewers as a part of live talks.
import type { Services } from '../../kernel/changes/services.ts'
import type { Audience, LiveContext } from '../live/items.ts'
import type { LivePart } from '../live/parts.ts'
import { presentViewers, readViewers, type ShownViewers, shownViewers } from './viewers.ts'

declare module '../live/panel.ts' {
  interface PanelContent {
    /** Null if both the number and the list are off. */
    viewers: ShownViewers | null
  }
}

export const viewersLivePart: LivePart = {
  features: ['viewersCount', 'viewersList'],
  panel: { viewers: (services, context, { audience }) => readShown(services, context, audience) },
  async addState(services, context) {
    const shown = await readShown(services, context, 'admins')
    return shown ? { viewers: presentViewers(shown) } : {}
  },
}

async function readShown(
  services: Pick<Services, 'store' | 'clock'>,
  context: LiveContext,
  audience: Audience,
): Promise<ShownViewers | null> {
  const { id } = context.talk
  const viewers = (await readViewers(services, [id])).get(id)
  return viewers ? shownViewers(context, audience, viewers) : null
}

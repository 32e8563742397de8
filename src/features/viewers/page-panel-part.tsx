// The viewers above the live panel.
import type { PanelPart } from '../live/page-panel-parts.ts'
import { ViewersBar } from './page-bar.tsx'

export const viewersPanelPart: PanelPart = {
  scripts: ['heartbeat.js'],
  Bar: ({ panel: { viewers, context } }) =>
    viewers ? <ViewersBar viewers={viewers} talk={context.talk} /> : null,
  renderers: (toHtml) => ({
    viewers: (viewers, { talk }) => ({ html: toHtml(<ViewersBar viewers={viewers} talk={talk} />) }),
  }),
}

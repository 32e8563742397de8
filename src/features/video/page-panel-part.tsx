// The stage in the streams of pages.
import type { PanelPart } from '../live/page-panel-parts.ts'
import { StageMarks, StageNotes, TalkStage } from './page-stage.tsx'

export const videoPanelPart: PanelPart = {
  renderers: (toHtml) => ({
    stage: (stage, { access, audience, now }) =>
      [
        <StageMarks stage={stage} />,
        <TalkStage {...{ stage, access, now }} />,
        <StageNotes {...{ stage, audience }} />,
      ].map(toHtml),
  }),
}

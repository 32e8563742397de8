// What the features show of live talks, in the order of the panel.
import { chatPanelPart } from './chat/page-panel-part.tsx'
import type { PanelPart } from './live/page-panel-parts.ts'
import { questionsPanelPart } from './questions/page-panel-part.tsx'
import { surveysPanelPart } from './surveys/live/page-panel-part.tsx'
import { videoPanelPart } from './video/page-panel-part.tsx'
import { viewersPanelPart } from './viewers/page-panel-part.tsx'

export const panelParts: readonly PanelPart[] = [
  viewersPanelPart,
  chatPanelPart,
  questionsPanelPart,
  surveysPanelPart,
  videoPanelPart,
]

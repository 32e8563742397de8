// What pages need of questions.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { questionFileRoutes } from './office.ts'
import { readLiveFigures } from './office-dashboard.ts'
import { MessageAsQuestion } from './page-message-as-question.tsx'
import { questionsPanelPart } from './page-panel-part.tsx'
import { questionPages } from './page-questions.tsx'
import { questionRoutes } from './page-routes.tsx'

export const questionsPages: FeaturePages = {
  talkSheets: ['questions.css'],
  routes: {
    site: [questionPages],
    actions: [questionRoutes],
    office: [questionFileRoutes],
  },
  messageForms: [MessageAsQuestion],
  panel: questionsPanelPart,
  readLiveFigures,
  talkLink: ({ id }, { messages }) => ({
    href: `/backoffice/talks/${id}/questions.ndjson`,
    text: messages.office.talks.form.exportQuestions,
    isDownload: true,
  }),
}

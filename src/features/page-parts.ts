// The pages of all features, in their order, and what later features give earlier ones for them.

import type { PageParts } from '../kit/pages/page-parts.ts'
import type { WebOptions } from '../kit/pages/web-options.ts'
import { accessPages } from './access/page-parts.ts'
import { accountPages } from './account/page-parts.ts'
import { agendaPages } from './agenda/page-parts.ts'
import { apiKeysPages } from './api-keys/page-parts.ts'
import { auditPages } from './audit/page-parts.ts'
import { chatPages } from './chat/page-parts.ts'
import { dashboardPages } from './dashboard/page-parts.ts'
import { deletedObjectsPages } from './deleted-objects/page-parts.ts'
import { exportPages } from './export/page-parts.ts'
import { favoritesPages } from './favorites/page-parts.ts'
import { countFavorites } from './favorites/store.ts'
import { importPages } from './import/page-parts.ts'
import { livePages } from './live/page-parts.ts'
import type { LiveHub } from './live/streams/live-hub.ts'
import { mailDeliveryPages } from './mail-delivery/page-parts.ts'
import { mailingsPages } from './mailings/page-parts.ts'
import { mailingEmails } from './mailings/render-mailing.ts'
import { oneTimePages } from './one-time-pages.ts'
import { panelParts } from './panel-parts.ts'
import { peoplePages } from './people/page-parts.ts'
import { platformsPages } from './platforms/page-parts.ts'
import { programmePagesPages } from './programme-pages/page-parts.ts'
import { proposalsPages } from './proposals/page-parts.ts'
import { countProposals } from './proposals/proposals.ts'
import { MessageAsQuestion } from './questions/page-message-as-question.tsx'
import { questionsPages } from './questions/page-parts.ts'
import { requestLogPages } from './request-log/page-parts.ts'
import { readUsesInDay } from './request-log/request-log.ts'
import { rewardsPages } from './rewards/page-parts.ts'
import { searchPages } from './search/page-parts.ts'
import { speakersPages } from './speakers/page-parts.ts'
import { sponsorsPages } from './sponsors/page-parts.ts'
import { surveysPages } from './surveys/page-parts.ts'
import { talksPages } from './talks/page-parts.ts'
import { userManagementPages } from './user-management/page-parts.ts'
import { videoPages } from './video/page-parts.ts'
import type { Heartbeats } from './viewers/heartbeats.ts'
import { viewersPages } from './viewers/page-parts.ts'
import { webhooksPages } from './webhooks/page-parts.ts'

/** What pages show of later features. */
export const shownOnPages = {
  countFavorites,
  countProposals,
  mailings: mailingEmails,
  moderatorForms: [MessageAsQuestion],
  panelParts,
  pages: oneTimePages,
  usesInDay: readUsesInDay,
}

type Tools = WebOptions & { hub: LiveHub; heartbeats: Heartbeats } & typeof shownOnPages

export const pageParts: readonly PageParts<Tools>[] = [
  platformsPages,
  peoplePages,
  mailDeliveryPages,
  accessPages,
  apiKeysPages,
  webhooksPages,
  auditPages,
  requestLogPages,
  userManagementPages,
  talksPages,
  sponsorsPages,
  deletedObjectsPages,
  livePages,
  rewardsPages,
  viewersPages,
  chatPages,
  questionsPages,
  surveysPages,
  videoPages,
  searchPages,
  speakersPages,
  agendaPages,
  favoritesPages,
  mailingsPages,
  proposalsPages,
  importPages,
  exportPages,
  programmePagesPages,
  accountPages,
  dashboardPages,
]

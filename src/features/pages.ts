// What pages need of all features, in their order.
import { pageHooks } from '../kernel/changes/features.ts'
import { accessPages } from './access/pages.ts'
import { accountPages } from './account/pages.ts'
import { agendaPages } from './agenda/pages.ts'
import { apiKeysPages } from './api-keys/pages.ts'
import { auditPages } from './audit/pages.ts'
import { chatPages } from './chat/pages.ts'
import { dashboardPages } from './dashboard/pages.ts'
import { deletedObjectsPages } from './deleted-objects/pages.ts'
import { exportPages } from './export/pages.ts'
import { favoritesPages } from './favorites/pages.ts'
import { filesPages } from './files/pages.ts'
import { importPages } from './import/pages.ts'
import { livePages } from './live/pages.ts'
import { mailDeliveryPages } from './mail-delivery/pages.ts'
import { mailingsPages } from './mailings/pages.ts'
import { peoplePages } from './people/pages.ts'
import { platformsPages } from './platforms/pages.ts'
import { programmePagesPages } from './programme-pages/pages.ts'
import { proposalsPages } from './proposals/pages.ts'
import { questionsPages } from './questions/pages.ts'
import { requestLogPages } from './request-log/pages.ts'
import { rewardsPages } from './rewards/pages.ts'
import { searchPages } from './search/pages.ts'
import { speakersPages } from './speakers/pages.ts'
import { sponsorsPages } from './sponsors/pages.ts'
import { surveysPages } from './surveys/pages.ts'
import { talksPages } from './talks/pages.ts'
import { timetableEditorPages } from './timetable-editor/pages.ts'
import { userManagementPages } from './user-management/pages.ts'
import { videoPages } from './video/pages.ts'
import { viewersPages } from './viewers/pages.ts'
import { webhooksPages } from './webhooks/pages.ts'

pageHooks.register([
  filesPages,
  platformsPages,
  peoplePages,
  mailDeliveryPages,
  accessPages,
  apiKeysPages,
  webhooksPages,
  auditPages,
  requestLogPages,
  talksPages,
  timetableEditorPages,
  sponsorsPages,
  userManagementPages,
  deletedObjectsPages,
  livePages,
  viewersPages,
  chatPages,
  questionsPages,
  surveysPages,
  videoPages,
  rewardsPages,
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
])

// All operations, so that the writer thread can find them by name.
import type { AnyOperation } from '../store/changes/operation.ts'
import {
  createApiKeyOperation,
  recordApiKeyUseOperation,
  revokeApiKeyOperation,
  rotateApiKeyOperation,
} from './access/api-keys.ts'
import { requestEmailChangeOperation } from './access/email-changes.ts'
import { removeIdentityOperation } from './access/identities.ts'
import {
  acceptInvitationOperation,
  inviteOperation,
  revokeInvitationOperation,
} from './access/invitations.ts'
import { emptySlotOperation, fillSlotOperation } from './access/one-time-slots.ts'
import { saveOpenIdOperation } from './access/openid-settings.ts'
import { addIdentityOperation, useIdentityOperation } from './access/openid-sign-in.ts'
import { addPasskeyOperation, changePasskeyOperation, usePasskeyOperation } from './access/passkeys.ts'
import { changePasswordOperation } from './access/passwords.ts'
import { makeResetLinkOperation, resetPasswordOperation } from './access/reset-links.ts'
import { endSessionOperation, openSessionOperation, touchSessionOperation } from './access/sessions.ts'
import { completeSetupOperation, makeSetupLinkOperation } from './access/setup.ts'
import { forgetAttemptsOperation, takeAttemptOperation } from './access/sign-in-attempts.ts'
import { makeSignInLinkOperation, useSignInLinkOperation } from './access/sign-in-links.ts'
import { completeSignUpOperation, makeSignUpLinkOperation, requestSignUpOperation } from './access/sign-up.ts'
import { setTwoFactorOperation } from './access/two-factor.ts'
import { refuseOperation } from './changes/refuse.ts'
import { saveFileOperation } from './files/files.ts'
import { forgetFilesOperation, removeUnusedFilesOperation } from './files/unused-files.ts'
import {
  deleteOwnMessageOperation,
  postMessageOperation,
  reactOperation,
  reportMessageOperation,
} from './live/chat/chat.ts'
import {
  approveMessageOperation,
  clearPersonOperation,
  muteOperation,
  removeMessageOperation,
  unmuteOperation,
} from './live/chat/chat-moderation.ts'
import { createMessageOperation, deleteMessageOperation } from './live/chat/messages.ts'
import { changeLiveOperation, updateLiveOperation } from './live/live-settings.ts'
import {
  askFromMessageOperation,
  changeQuestionOperation,
  mergeQuestionsOperation,
  revealAuthorOperation,
} from './live/questions/question-moderation.ts'
import { askQuestionOperation, deleteQuestionOperation } from './live/questions/questions.ts'
import { countVotesOperation } from './live/questions/votes.ts'
import { changeCreditsOperation, openTalkOperation } from './live/rewards/credits.ts'
import { grantPointsOperation, setListedOperation } from './live/rewards/points.ts'
import { answerSurveyOperation } from './live/surveys/survey-answers.ts'
import {
  closeSurveyOperation,
  openByTimeOperation,
  openSurveyOperation,
  publishResultsOperation,
} from './live/surveys/survey-lifecycle.ts'
import { deleteSurveyOperation, saveSurveyOperation } from './live/surveys/surveys.ts'
import { completeAttendanceOperation, recordHeartbeatsOperation } from './live/viewers/attendance.ts'
import { agreeToListingOperation } from './live/viewers/viewers.ts'
import { logRequestsOperation } from './office/request-log.ts'
import { setCalendarLinkOperation } from './people/calendar-links.ts'
import { chooseEmailsOperation } from './people/email-choices.ts'
import {
  claimEmailsOperation,
  queueEmailOperation,
  recordEmailOperation,
  retryEmailOperation,
} from './people/emails.ts'
import {
  addFavoriteOperation,
  changeFavoritesOperation,
  removeFavoriteOperation,
} from './people/favorites.ts'
import { sendMessageOperation } from './people/group-messages.ts'
import { chooseLanguageOperation } from './people/languages.ts'
import { queueMailingPageOperation } from './people/mailings.ts'
import { reviewRegistrationOperation } from './people/registrations.ts'
import { changeRoleOperation } from './people/roles.ts'
import { announceChangesOperation, noteTalkChangesOperation } from './people/talk-announcements.ts'
import { remindOfTalksOperation } from './people/talk-reminders.ts'
import { deleteUserOperation, saveUserOperation } from './people/users.ts'
import {
  changeSettingsOperation,
  createPlatformOperation,
  saveSecretOperation,
} from './platforms/platforms.ts'
import { applyRetentionOperation } from './platforms/retention.ts'
import { saveRoomsOperation } from './platforms/room-settings.ts'
import { claimHostsOperation } from './platforms/tenants.ts'
import { eraseDeletedOperation, eraseExpiredOperation } from './programme/deletion.ts'
import { planPruneOperation } from './programme/import-pruning.ts'
import { decideProposalOperation, proposeOperation } from './programme/proposals.ts'
import {
  deleteSponsorOperation,
  restoreSponsorOperation,
  saveSponsorOperation,
} from './programme/sponsors.ts'
import { deleteTalkOperation, restoreTalkOperation, saveTalkOperation } from './programme/talks.ts'
import {
  chooseForImportOperation,
  discardImportOperation,
  endImportOperation,
  keepImportOperation,
  recordImportProgressOperation,
  startImportOperation,
} from './programme/uploaded-imports.ts'
import { rescheduleOperation } from './webhooks/clock-set-back.ts'
import { recordAttemptsOperation } from './webhooks/delivery-attempts.ts'
import { fanOutOperation } from './webhooks/fan-out.ts'
import {
  redeliverOneOperation,
  redeliverSpanOperation,
  redeliverStepOperation,
} from './webhooks/redeliveries.ts'
import { rotateWebhookOperation } from './webhooks/secret-rotation.ts'
import {
  createWebhookOperation,
  deleteWebhookOperation,
  testWebhookOperation,
  updateWebhookOperation,
} from './webhooks/webhooks.ts'

export const operations = [
  saveFileOperation,
  removeUnusedFilesOperation,
  forgetFilesOperation,
  saveTalkOperation,
  deleteTalkOperation,
  restoreTalkOperation,
  saveSponsorOperation,
  deleteSponsorOperation,
  restoreSponsorOperation,
  eraseDeletedOperation,
  eraseExpiredOperation,
  saveUserOperation,
  deleteUserOperation,
  changeRoleOperation,
  reviewRegistrationOperation,
  addFavoriteOperation,
  removeFavoriteOperation,
  changeFavoritesOperation,
  setCalendarLinkOperation,
  queueEmailOperation,
  claimEmailsOperation,
  recordEmailOperation,
  retryEmailOperation,
  chooseEmailsOperation,
  queueMailingPageOperation,
  noteTalkChangesOperation,
  announceChangesOperation,
  remindOfTalksOperation,
  sendMessageOperation,
  createApiKeyOperation,
  rotateApiKeyOperation,
  revokeApiKeyOperation,
  recordApiKeyUseOperation,
  createPlatformOperation,
  changeSettingsOperation,
  saveRoomsOperation,
  saveSecretOperation,
  openSessionOperation,
  touchSessionOperation,
  endSessionOperation,
  changePasswordOperation,
  makeResetLinkOperation,
  resetPasswordOperation,
  inviteOperation,
  revokeInvitationOperation,
  acceptInvitationOperation,
  makeSignInLinkOperation,
  useSignInLinkOperation,
  proposeOperation,
  decideProposalOperation,
  removeIdentityOperation,
  saveOpenIdOperation,
  useIdentityOperation,
  addIdentityOperation,
  addPasskeyOperation,
  changePasskeyOperation,
  usePasskeyOperation,
  setTwoFactorOperation,
  fillSlotOperation,
  emptySlotOperation,
  takeAttemptOperation,
  forgetAttemptsOperation,
  requestSignUpOperation,
  makeSignUpLinkOperation,
  completeSignUpOperation,
  requestEmailChangeOperation,
  makeSetupLinkOperation,
  completeSetupOperation,
  claimHostsOperation,
  logRequestsOperation,
  createWebhookOperation,
  updateWebhookOperation,
  deleteWebhookOperation,
  rotateWebhookOperation,
  testWebhookOperation,
  fanOutOperation,
  recordAttemptsOperation,
  redeliverOneOperation,
  redeliverSpanOperation,
  redeliverStepOperation,
  rescheduleOperation,
  planPruneOperation,
  keepImportOperation,
  chooseForImportOperation,
  startImportOperation,
  recordImportProgressOperation,
  endImportOperation,
  discardImportOperation,
  refuseOperation,
  applyRetentionOperation,
  postMessageOperation,
  deleteOwnMessageOperation,
  reactOperation,
  reportMessageOperation,
  removeMessageOperation,
  approveMessageOperation,
  muteOperation,
  unmuteOperation,
  clearPersonOperation,
  changeLiveOperation,
  updateLiveOperation,
  createMessageOperation,
  deleteMessageOperation,
  recordHeartbeatsOperation,
  completeAttendanceOperation,
  agreeToListingOperation,
  chooseLanguageOperation,
  grantPointsOperation,
  setListedOperation,
  openTalkOperation,
  changeCreditsOperation,
  saveSurveyOperation,
  deleteSurveyOperation,
  openSurveyOperation,
  openByTimeOperation,
  closeSurveyOperation,
  publishResultsOperation,
  answerSurveyOperation,
  askQuestionOperation,
  countVotesOperation,
  deleteQuestionOperation,
  changeQuestionOperation,
  mergeQuestionsOperation,
  askFromMessageOperation,
  revealAuthorOperation,
] as const satisfies readonly AnyOperation[]

// All operations, so that the writer thread can find them by name.

import { refuseOperation } from '../kernel/changes/refuse.ts'
import {
  claimEmailsOperation,
  queueEmailOperation,
  recordEmailOperation,
  retryEmailOperation,
} from '../kernel/outbox/emails.ts'
import type { AnyOperation } from '../kernel/store/changes/operation.ts'
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
import {
  createApiKeyOperation,
  recordApiKeyUseOperation,
  revokeApiKeyOperation,
  rotateApiKeyOperation,
} from './api-keys/api-keys.ts'
import {
  deleteOwnMessageOperation,
  postMessageOperation,
  reactOperation,
  reportMessageOperation,
} from './chat/chat.ts'
import {
  approveMessageOperation,
  clearPersonOperation,
  muteOperation,
  removeMessageOperation,
  unmuteOperation,
} from './chat/moderation.ts'
import { createMessageOperation, deleteMessageOperation } from './chat/staff-messages.ts'
import { setCalendarLinkOperation } from './favorites/calendar-links.ts'
import {
  addFavoriteOperation,
  changeFavoritesOperation,
  removeFavoriteOperation,
} from './favorites/favorites.ts'
import { saveFileOperation } from './files/files.ts'
import { forgetFilesOperation, removeUnusedFilesOperation } from './files/unused-files.ts'
import { planPruneOperation } from './import/pruning.ts'
import {
  chooseForImportOperation,
  discardImportOperation,
  endImportOperation,
  keepImportOperation,
  recordImportProgressOperation,
  startImportOperation,
} from './import/uploaded-imports.ts'
import { chooseEmailsOperation } from './mailings/email-choices.ts'
import { sendMessageOperation } from './mailings/group-messages.ts'
import { queueMailingPageOperation } from './mailings/mailings.ts'
import { announceChangesOperation, noteTalkChangesOperation } from './mailings/talk-announcements.ts'
import { remindOfTalksOperation } from './mailings/talk-reminders.ts'
import { chooseLanguageOperation } from './people/languages.ts'
import { reviewRegistrationOperation } from './people/registrations.ts'
import { changeRoleOperation } from './people/roles.ts'
import { deleteUserOperation, saveUserOperation } from './people/users.ts'
import {
  changeSettingsOperation,
  createPlatformOperation,
  saveSecretOperation,
} from './platforms/platforms.ts'
import { applyRetentionOperation } from './platforms/retention.ts'
import { claimHostsOperation } from './platforms/tenants.ts'
import { decideProposalOperation, proposeOperation } from './proposals/proposals.ts'
import {
  askFromMessageOperation,
  changeQuestionOperation,
  mergeQuestionsOperation,
  revealAuthorOperation,
} from './questions/moderation.ts'
import { askQuestionOperation, deleteQuestionOperation } from './questions/questions.ts'
import { countVotesOperation } from './questions/votes.ts'
import { logRequestsOperation } from './request-log/request-log.ts'
import { changeCreditsOperation, openTalkOperation } from './rewards/credits.ts'
import { grantPointsOperation, setListedOperation } from './rewards/points.ts'
import { deleteSponsorOperation, restoreSponsorOperation, saveSponsorOperation } from './sponsors/sponsors.ts'
import { answerSurveyOperation } from './surveys/answers.ts'
import {
  closeSurveyOperation,
  openByTimeOperation,
  openSurveyOperation,
  publishResultsOperation,
} from './surveys/lifecycle.ts'
import { deleteSurveyOperation, saveSurveyOperation } from './surveys/surveys.ts'
import { eraseDeletedOperation, eraseExpiredOperation } from './talks/deletion.ts'
import { changeLiveOperation, updateLiveOperation } from './talks/live-settings.ts'
import { deleteTalkOperation, restoreTalkOperation, saveTalkOperation } from './talks/talks.ts'
import { saveRoomsOperation } from './video/room-settings.ts'
import { completeAttendanceOperation, recordHeartbeatsOperation } from './viewers/attendance.ts'
import { agreeToListingOperation } from './viewers/viewers.ts'
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

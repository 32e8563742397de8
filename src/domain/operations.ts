// Every operation that changes something, for the writer thread to find by name.
import type { AnyOperation } from '../store/engine.ts'
import {
  createApiKeyOperation,
  noteApiKeyUseOperation,
  revokeApiKeyOperation,
  rotateApiKeyOperation,
} from './api-keys.ts'
import { refuseOperation } from './commands.ts'
import { makeResetLinkOperation, resetPasswordOperation } from './one-time-links.ts'
import { changePasswordOperation } from './passwords.ts'
import { changeSettingsOperation, createPlatformOperation, keepSecretOperation } from './platforms.ts'
import { planPruneOperation } from './pruning.ts'
import { purgeOperation } from './purge.ts'
import { reviewRegistrationOperation } from './registrations.ts'
import { logRequestsOperation } from './request-log.ts'
import { changeRoleOperation } from './roles.ts'
import { setSecondFactorOperation } from './second-factor.ts'
import { endSessionOperation, noteSessionOperation, openSessionOperation } from './sessions.ts'
import { completeSetupOperation, makeSetupLinkOperation } from './setup.ts'
import { signUpOperation } from './sign-up.ts'
import { deleteSponsorOperation, saveSponsorOperation } from './sponsors.ts'
import { deleteTalkOperation, saveTalkOperation } from './talks.ts'
import { claimHostsOperation } from './tenants.ts'
import { deleteUserOperation, saveUserOperation } from './users.ts'
import { fanOutOperation } from './webhook-fan-out.ts'
import {
  redeliverOneOperation,
  redeliverSpanOperation,
  redeliverStepOperation,
} from './webhook-redelivery.ts'
import { recordAttemptsOperation } from './webhook-results.ts'
import {
  createWebhookOperation,
  deleteWebhookOperation,
  rotateWebhookOperation,
  testWebhookOperation,
  updateWebhookOperation,
} from './webhooks.ts'

export const operations = [
  saveTalkOperation,
  deleteTalkOperation,
  saveSponsorOperation,
  deleteSponsorOperation,
  saveUserOperation,
  deleteUserOperation,
  changeRoleOperation,
  reviewRegistrationOperation,
  createApiKeyOperation,
  rotateApiKeyOperation,
  revokeApiKeyOperation,
  noteApiKeyUseOperation,
  createPlatformOperation,
  changeSettingsOperation,
  keepSecretOperation,
  openSessionOperation,
  noteSessionOperation,
  endSessionOperation,
  changePasswordOperation,
  makeResetLinkOperation,
  resetPasswordOperation,
  setSecondFactorOperation,
  signUpOperation,
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
  planPruneOperation,
  refuseOperation,
  purgeOperation,
] as const satisfies readonly AnyOperation[]

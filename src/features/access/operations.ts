// What the writer thread needs of access.
import type { FeatureOperations } from '../../kernel/changes/features.ts'
import { inviteOnceOperation } from './links/bulk-invitations.ts'
import { requestEmailChangeOperation } from './links/email-changes.ts'
import { acceptInvitationOperation, inviteOperation, revokeInvitationOperation } from './links/invitations.ts'
import { makeResetLinkOperation, resetPasswordOperation } from './links/reset-links.ts'
import { makeSignInLinkOperation, useSignInLinkOperation } from './links/sign-in-links.ts'
import { emptySlotOperation, fillSlotOperation } from './one-time-pages/one-time-slots.ts'
import { removeIdentityOperation } from './openid/identities.ts'
import { saveOpenIdOperation } from './openid/openid-settings.ts'
import { addIdentityOperation, useIdentityOperation } from './openid/openid-sign-in.ts'
import { addPasskeyOperation, changePasskeyOperation, usePasskeyOperation } from './passkeys/passkeys.ts'
import { changePasswordOperation } from './passwords/passwords.ts'
import { accessRetention } from './retention.ts'
import { endSessionOperation, openSessionOperation, touchSessionOperation } from './sessions/sessions.ts'
import { forgetAttemptsOperation, takeAttemptOperation } from './sessions/sign-in-attempts.ts'
import { completeSetupOperation, makeSetupLinkOperation } from './setup/setup.ts'
import {
  completeSignUpOperation,
  makeSignUpLinkOperation,
  requestSignUpOperation,
} from './sign-up/sign-up.ts'
import { setTwoFactorOperation } from './two-factor/two-factor.ts'

export const accessOperations: FeatureOperations = {
  operations: [
    openSessionOperation,
    touchSessionOperation,
    endSessionOperation,
    changePasswordOperation,
    makeResetLinkOperation,
    resetPasswordOperation,
    inviteOperation,
    inviteOnceOperation,
    revokeInvitationOperation,
    acceptInvitationOperation,
    makeSignInLinkOperation,
    useSignInLinkOperation,
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
  ],
  retention: accessRetention,
}

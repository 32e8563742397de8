// What the writer thread needs of access.
import type { FeatureOperations } from '../../kernel/changes/feature-operations.ts'
import { requestEmailChangeOperation } from './email-changes.ts'
import { removeIdentityOperation } from './identities.ts'
import { acceptInvitationOperation, inviteOperation, revokeInvitationOperation } from './invitations.ts'
import { emptySlotOperation, fillSlotOperation } from './one-time-slots.ts'
import { saveOpenIdOperation } from './openid-settings.ts'
import { addIdentityOperation, useIdentityOperation } from './openid-sign-in.ts'
import { addPasskeyOperation, changePasskeyOperation, usePasskeyOperation } from './passkeys.ts'
import { changePasswordOperation } from './passwords.ts'
import { makeResetLinkOperation, resetPasswordOperation } from './reset-links.ts'
import { accessRetention } from './retention.ts'
import { endSessionOperation, openSessionOperation, touchSessionOperation } from './sessions.ts'
import { completeSetupOperation, makeSetupLinkOperation } from './setup.ts'
import { forgetAttemptsOperation, takeAttemptOperation } from './sign-in-attempts.ts'
import { makeSignInLinkOperation, useSignInLinkOperation } from './sign-in-links.ts'
import { completeSignUpOperation, makeSignUpLinkOperation, requestSignUpOperation } from './sign-up.ts'
import { setTwoFactorOperation } from './two-factor.ts'

export const accessOperations: FeatureOperations = {
  operations: [
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

// Refusals in the words of the Back Office: people have roles, not keys.
import type { Refusal, RefusalCode } from '../../../domain/changes/errors.ts'

const messages: Partial<Record<RefusalCode, string>> = {
  protected_account: 'The account is an admin or an owner; only owners may do this to it.',
  insufficient_permissions: 'Only owners make admins and owners.',
}

export const officeMessage = ({ code, message, detail }: Refusal): string =>
  (detail.message === undefined ? messages[code] : undefined) ?? message

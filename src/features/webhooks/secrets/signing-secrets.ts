// The secrets that sign webhook requests: creating, encrypting, and decrypting them.
import { decrypt, encrypt } from '../../../kernel/lib/security/encryption.ts'
import { newWebhookSecret } from '../../../kernel/lib/web/webhook-signatures.ts'
import type { WebhookRow } from '../tables.ts'

/** The purpose under which secrets are encrypted. Stored secrets depend on it, so it never changes. */
const PURPOSE = 'webhook secret'

/** `shown` is the secret as it is returned once; `secret` is the encrypted secret. */
export type NewSecret = { shown: string; secret: string }

export function createSecret({ secret }: { secret: Buffer }): NewSecret {
  const shown = newWebhookSecret()
  return { shown, secret: encrypt(secret, PURPOSE, shown) }
}

/** The secrets that sign requests now, newest first. */
export function signingSecrets(secret: Buffer, row: WebhookRow, now: number): string[] {
  const isPreviousGood = row.previousExpiresAt !== null && row.previousExpiresAt > now
  const encrypted = [row.secret, ...(isPreviousGood && row.previousSecret ? [row.previousSecret] : [])]
  return encrypted.map((text) => decrypt(secret, PURPOSE, text)).filter((text) => text !== undefined)
}

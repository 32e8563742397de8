// Webhook signatures, as defined by Standard Webhooks 1.0 (standardwebhooks.com).
import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

const KEY_BYTES = 32

/** A new secret in the format that receivers' libraries expect. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(KEY_BYTES).toString('base64')}`

export type SignedMessage = {
  id: string
  /** Epoch milliseconds; signed in whole seconds. */
  at: number
  body: string
}

/** The headers of a message, with one signature per secret. */
export function signedHeaders({ id, at, body }: SignedMessage, secrets: readonly string[]) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, new Date(at), body)).join(' '),
  }
}

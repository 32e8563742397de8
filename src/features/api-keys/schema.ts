// API keys in requests.
import Type, { type Static } from 'typebox'
import { clearable, formatted, instant, line, oneOf } from '../../kernel/schema/common.ts'
import { MAX_GRACE_MINUTES } from './limits.ts'

export const ApiKeyCreate = Type.Object(
  {
    name: line(255),
    level: oneOf(['standard', 'privileged']),
    expiresAt: clearable(instant()),
    /** Addresses and CIDR ranges that may use the key. An empty list allows all. */
    allowedAddresses: Type.Array(formatted('address-range', 49), { maxItems: 50 }),
  },
  { additionalProperties: false },
)
export type ApiKeyCreate = Static<typeof ApiKeyCreate>

export const ApiKeyRotate = Type.Object(
  {
    /** The grace period of the old secret. */
    graceMinutes: Type.Integer({ minimum: 0, maximum: MAX_GRACE_MINUTES }),
  },
  { additionalProperties: false },
)
export type ApiKeyRotate = Static<typeof ApiKeyRotate>

// Challenges: random values that a browser must return signed. Each is bound to one browser and works once.
import { randomBytes } from 'node:crypto'
import { keyedHash } from '../../../kernel/lib/security/api-key-format.ts'
import { decrypt, encrypt } from '../../../kernel/lib/security/encryption.ts'
import type { DecideContext } from '../../../kernel/store/changes/operation.ts'
import type { Write } from '../../../kernel/store/sql/statements.ts'
import { linkWrites } from '../../people/new-accounts/links-store.ts'
import { CHALLENGE_LIFETIME_MS } from '../limits.ts'
import type { WithSecret } from '../sessions/sessions.ts'

const PURPOSE = 'challenge'

/** The purpose of a challenge. `userId` is null for a sign-in. */
export type ChallengeScope = { platformId: string; browser: string; userId: string | null }
type Content = ChallengeScope & { challenge: string; until: number }
export type Challenge = { challenge: string; until: number; hash: string }

/**
 * Issues a challenge. `token` is encrypted and comes back with the form. Nothing is stored until the challenge is used.
 */
export function issueChallenge(
  { secret }: WithSecret,
  scope: ChallengeScope,
  now: number,
): { challenge: string; token: string } {
  const challenge = randomBytes(32).toString('base64url')
  const content: Content = { ...scope, challenge, until: now + CHALLENGE_LIFETIME_MS }
  return { challenge, token: encrypt(secret, PURPOSE, JSON.stringify(content)) }
}

/** The challenge of a token; undefined if it has expired, is damaged, or has another purpose. */
export function readChallenge(
  { secret }: WithSecret,
  { platformId, browser, userId }: ChallengeScope,
  token: string,
  now: number,
): Challenge | undefined {
  const text = decrypt(secret, PURPOSE, token)
  if (text === undefined) return undefined
  // Text that can be decrypted was encrypted by `issueChallenge`.
  const content = JSON.parse(text) as Content
  const isMeant =
    content.platformId === platformId && content.browser === browser && content.userId === userId
  if (!isMeant || content.until <= now) return undefined
  return { challenge: content.challenge, until: content.until, hash: keyedHash(secret, content.challenge) }
}

/** Remembers a used challenge until it expires. Fails if the challenge was used before, because the hash is unique. */
export const spendChallenge = (ctx: DecideContext, { hash, until }: Challenge): Write =>
  linkWrites.insert({
    id: ctx.newId(),
    hash,
    platformId: ctx.platformId,
    userId: null,
    purpose: 'spent_challenge',
    createdAt: ctx.now,
    expiresAt: until,
  })

// Known devices: browsers that an account has signed in with. They stay usable while others guess its password.
import { decrypt, encrypt } from '../../../kernel/lib/security/encryption.ts'
import { newToken } from '../../../kernel/lib/security/tokens.ts'
import { MAX_KNOWN_ACCOUNTS } from '../limits.ts'
import type { WithSecret } from './sessions.ts'

const PURPOSE = 'known device'
// A shared browser remembers the last few accounts, so that the cookie stays below 1 kB.

type Content = { id: string; userIds: string[] }

/** The identifier of the device if it knows the account. `cookie` is a token of `rememberAccount` or any other text. */
export function knownDeviceId(services: WithSecret, cookie: string, userId: string): string | undefined {
  const content = read(services, cookie)
  return content?.userIds.includes(userId) ? content.id : undefined
}

/**
 * A token for the device that also remembers this account. It is encrypted, so it reveals no account and cannot be
 * forged.
 */
export function rememberAccount(services: WithSecret, cookie: string, userId: string): string {
  const { id, userIds } = read(services, cookie) ?? { id: newToken(services.secret).hash, userIds: [] }
  const others = userIds.filter((known) => known !== userId)
  const content: Content = { id, userIds: [userId, ...others].slice(0, MAX_KNOWN_ACCOUNTS) }
  return encrypt(services.secret, PURPOSE, JSON.stringify(content))
}

function read({ secret }: WithSecret, cookie: string): Content | undefined {
  const text = decrypt(secret, PURPOSE, cookie)
  // Text that can be decrypted was encrypted by `rememberAccount`.
  return text === undefined ? undefined : (JSON.parse(text) as Content)
}

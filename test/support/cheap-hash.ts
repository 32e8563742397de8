// Cheap password hashes, for tests in which the cost does not matter.
import { type GeneratedPassword, hashGeneratedPassword } from '../../src/kernel/lib/security/passwords.ts'

/**
 * A stored hash contains its cost, so the product verifies these like any other. Only tests hash chosen passwords this
 * way.
 */
export const hashCheaply = async (password: string): Promise<string> =>
  hashGeneratedPassword(password as GeneratedPassword)

export const cheapDecoy = await hashCheaply('decoy')

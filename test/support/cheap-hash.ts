// Cheap password hashes, for tests in which the cost does not matter.
import { hashPassword, MIN_COST } from '../../src/lib/security/passwords.ts'

/** A stored hash contains its cost, so the product verifies these like any other. */
export const hashCheaply = (password: string): Promise<string> => hashPassword(password, MIN_COST)

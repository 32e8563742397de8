// Cheap password hashes, for tests in which the cost does not matter.
import { hashPassword } from '../../src/lib/security/passwords.ts'

// The minimum of RFC 9106, section 3.1. A stored hash contains its cost, so the product verifies these like any other.
const MIN_COST = { memory: 8, passes: 1, parallelism: 1 }

export const hashCheaply = (password: string): Promise<string> => hashPassword(password, MIN_COST)

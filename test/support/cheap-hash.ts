// Password hashes that cost next to nothing, for tests in which the cost of a hash does not matter.
import { hashPassword } from '../../src/lib/security/passwords.ts'

// The least that RFC 9106 section 3.1 allows. A stored hash states its cost, so the product verifies these like any other.
const MIN_COST = { memory: 8, passes: 1, parallelism: 1 }

export const hashCheaply = (password: string): Promise<string> => hashPassword(password, MIN_COST)

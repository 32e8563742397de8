// Sponsors in the store.
import { objectStatements } from './objects.ts'
import { sponsors } from './tables.ts'

export const sponsorObjects = objectStatements(sponsors)

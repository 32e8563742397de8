// Sponsors in the store.
import { objectStatements } from '../changes/objects.ts'
import { sponsors } from '../sql/tables.ts'

export const sponsorObjects = objectStatements(sponsors)

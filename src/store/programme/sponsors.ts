// Sponsors in the store.
import { defineObjects } from '../changes/objects.ts'
import { sponsors } from '../sql/tables.ts'

export const sponsorObjects = defineObjects(sponsors)

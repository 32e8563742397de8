// Sponsors in the store.
import { byReference, defineObjects } from '../changes/objects.ts'
import { sponsors } from '../sql/tables.ts'

export const sponsorObjects = defineObjects(sponsors, byReference)

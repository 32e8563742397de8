// Sponsors in the store.
import { byReference, defineObjects } from '../../kernel/store/changes/objects.ts'
import { sponsors } from './tables.ts'

export const sponsorObjects = defineObjects(sponsors, byReference)

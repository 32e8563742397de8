// What the server needs of import.
import type { Feature } from '../../kernel/changes/features.ts'
import { importApi } from './api.ts'

export const importFeature: Feature = {
  api: [importApi],
}

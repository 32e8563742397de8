// Uploaded files that have expired.
import type { Retention } from '../../kernel/changes/retention.ts'
import { endExpiredImports } from './uploaded-imports-store.ts'

export const importRetention: Retention = {
  writes: ({ now }) => [endExpiredImports({ now })],
}

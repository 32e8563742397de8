// What the server needs of agenda.
import type { Feature } from '../../kernel/changes/features.ts'

export const agendaFeature: Feature = {
  pages: () => import('./pages.ts'),
}

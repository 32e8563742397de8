// Links between the pages of a list.
import type { Messages } from '../messages.ts'

export const pagination: Messages['pagination'] = {
  label: 'Pages',
  previous: 'Précédent',
  next: 'Suivant',
  newest: 'Plus récents',
  older: 'Plus anciens',
  position: (page, pages) => `Page ${page} sur ${pages}`,
  page: (page) => `Page ${page}`,
}

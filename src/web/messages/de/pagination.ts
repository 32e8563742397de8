// Links between the pages of a list.
import type { Messages } from '../messages.ts'

export const pagination: Messages['pagination'] = {
  label: 'Seiten',
  previous: 'Zurück',
  next: 'Weiter',
  newest: 'Neueste',
  older: 'Ältere',
  position: (page, pages) => `Seite ${page} von ${pages}`,
  page: (page) => `Seite ${page}`,
}

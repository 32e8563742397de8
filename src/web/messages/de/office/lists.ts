// What all lists of the Back Office share.
import type { Messages } from '../../messages.ts'

export const lists: Messages['office']['lists'] = {
  search: 'Suchen',
  sortBy: 'Sortieren nach',
  defaultSort: 'Standard',
  sortOption: (column, direction) => `${column}, ${direction}`,
  alphabetical: ['A bis Z', 'Z bis A'],
  byTime: ['früheste zuerst', 'späteste zuerst'],
  byAge: ['älteste zuerst', 'neueste zuerst'],
  numerical: ['niedrigste zuerst', 'höchste zuerst'],
  apply: 'Anwenden',
  clear: 'Zurücksetzen',
  all: 'Alle',
  selectAll: 'Alle auswählen',
  selectAllOnPage: 'Alle auf dieser Seite auswählen',
  select: (name) => `${name} auswählen`,
}

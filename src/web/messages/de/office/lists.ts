// What all lists of the Back Office share.
import type { Messages } from '../../messages.ts'
import { list, number, plural } from '../formats.ts'

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
  editSelected: 'Ausgewählte bearbeiten',
  editMatching: 'Alle Treffer bearbeiten',
  edit: {
    title: (count) => plural(count, { one: '# Zeile bearbeiten', other: '# Zeilen bearbeiten' }),
    names: (names, more) => (more > 0 ? list([...names, `${number(more)} weitere`]) : list(names)),
    noneSelected: 'Es wurde nichts ausgewählt. Gehen Sie zurück und wählen Sie mindestens eine Zeile aus.',
    tooMany: (limit) =>
      `Das sind mehr als ${number(limit)} Zeilen. Gehen Sie zurück und grenzen Sie die Suche oder die Filter ein.`,
    preview: 'Vorschau',
    apply: (count) => plural(count, { one: '# ändern', other: '# ändern' }),
    willChange: (count) => plural(count, { one: '# wird geändert', other: '# werden geändert' }),
    more: (count) => `und ${number(count)} weitere`,
    unchanged: (count) =>
      plural(count, { one: '# hat diese Werte bereits.', other: '# haben diese Werte bereits.' }),
    refused: (count) =>
      plural(count, { one: '# kann nicht geändert werden.', other: '# können nicht geändert werden.' }),
    edited: (count) => plural(count, { one: '# geändert.', other: '# geändert.' }),
  },
}

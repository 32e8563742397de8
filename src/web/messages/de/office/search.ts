// The search over everything.
import type { Messages } from '../../messages.ts'

export const search: Messages['office']['search'] = {
  title: 'Suche',
  hint: 'Vorträge, Personen, Sponsoren und Einstellungen suchen',
  keys: { mac: '⌘K', other: 'Strg K' },
  nothing: (q) => `Nichts passt zu „${q}“.`,
  talks: 'Vorträge',
  people: 'Personen',
  sponsors: 'Sponsoren',
  surveys: 'Umfragen',
  places: 'Gehe zu',
  all: (list) => `Alle ${list}`,
}

// Deleted talks and sponsors, which can be restored.
import type { Messages } from '../../messages.ts'
import { plural } from '../formats.ts'

export const deletions: Messages['office']['deletions'] = {
  title: 'Gelöscht',
  link: 'Gelöschte',
  intro: (days) =>
    `Gelöschte Vorträge und Sponsoren lassen sich ${plural(days, { one: '# Tag', other: '# Tage' })} lang wiederherstellen. Danach werden sie endgültig entfernt.`,
  empty: 'In den letzten 30 Tagen wurde nichts gelöscht.',
  name: 'Name',
  deletedBy: 'Gelöscht von',
  deletedAt: 'Gelöscht am',
  erasedAt: 'Endgültig entfernt am',
  actions: 'Aktionen',
  restore: 'Wiederherstellen',
  restoreNamed: (name) => `„${name}“ wiederherstellen`,
  erase: 'Endgültig löschen',
  eraseNamed: (name) => `„${name}“ endgültig löschen`,
  eraseIntro: (name) =>
    `„${name}“ wird sofort endgültig gelöscht und lässt sich nicht wiederherstellen. Der Änderungsverlauf bleibt erhalten.`,
  undo: 'Rückgängig machen',
  deleted: 'Gelöscht. Sie können es 30 Tage lang wiederherstellen.',
  restoreIntro: (name) =>
    `„${name}“ kommt mit den zugehörigen Personen und Favoriten zurück. Andere Systeme sehen es als neu an.`,
  notRestored: 'Die Wiederherstellung ist nicht möglich. Die externe ID ist inzwischen anderweitig vergeben.',
  externalIdHint: 'Geben Sie eine andere externe ID ein oder lassen Sie das Feld leer.',
  canBeRestored: 'Sie können es 30 Tage lang wiederherstellen. Der Änderungsverlauf bleibt erhalten.',
  erasedNow: 'Wird sofort endgültig gelöscht',
  live: 'Chat, Fragen, Umfragen und Anwesenheit',
}

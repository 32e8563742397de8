// The pages of one talk, sponsor, survey, or user.
import type { Messages } from '../../messages.ts'

export const objects: Messages['office']['objects'] = {
  talks: { one: 'Vortrag', many: 'Vorträge', deleted: 'Gelöschter Vortrag' },
  sponsors: { one: 'Sponsor', many: 'Sponsoren', deleted: 'Gelöschter Sponsor' },
  surveys: { one: 'Umfrage', many: 'Umfragen', deleted: 'Gelöschte Umfrage' },
  users: { one: 'Benutzer', many: 'Benutzer', deleted: 'Gelöschter Benutzer' },
  tabs: {
    edit: 'Bearbeiten',
    access: 'Zugang',
    ledgers: 'Punkte und Credits',
    attendance: 'Anwesenheit',
    history: 'Verlauf',
    delete: 'Löschen',
  },
  viewPublicPage: 'Öffentliche Seite ansehen',
  duplicate: 'Duplizieren',
  deleteNamed: (name) => `„${name}“ löschen`,
  deleteTitle: (name) => `${name} löschen`,
  deleteFinal: 'Das lässt sich nicht rückgängig machen. Der Änderungsverlauf bleibt erhalten.',
  willBeDeleted: 'Wird gelöscht',
  willBeKept: 'Bleibt erhalten',
}

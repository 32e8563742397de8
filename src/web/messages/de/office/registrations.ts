// The review queue of registrations.
import type { Messages } from '../../messages.ts'
import { plural } from '../formats.ts'

export const registrations: Messages['office']['registrations'] = {
  title: 'Registrierungen',
  searchHint: 'Name, E-Mail-Adresse oder Benutzername',
  name: 'Name',
  about: 'Über die Person',
  created: 'Erstellt',
  review: 'Prüfung',
  accept: 'Annehmen',
  acceptNamed: (name) => `${name} annehmen`,
  acceptSelected: 'Ausgewählte annehmen',
  reject: 'Ablehnen',
  rejectNamed: (name) => `${name} ablehnen`,
  rejectSelected: 'Ausgewählte ablehnen',
  noRegistrations: 'Keine Registrierungen zu prüfen.',
  noRegistrationsAdvice: 'Neue Registrierungen erscheinen hier.',
  noMatches: 'Keine passenden Registrierungen.',
  accepted: (count) =>
    plural(count, { one: '# Registrierung angenommen.', other: '# Registrierungen angenommen.' }),
  rejected: (count) =>
    plural(count, { one: '# Registrierung abgelehnt.', other: '# Registrierungen abgelehnt.' }),
  refused: (count) =>
    plural(count, {
      one: '# Registrierung konnte nicht geprüft werden: Das Konto wurde gelöscht oder hat inzwischen eine andere Rolle.',
      other:
        '# Registrierungen konnten nicht geprüft werden: Die Konten wurden gelöscht oder haben inzwischen eine andere Rolle.',
    }),
  noneSelected: 'Wählen Sie mindestens eine Registrierung aus.',
}

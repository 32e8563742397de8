// The people in the forms of talks and sponsors.
import type { Messages } from '../../messages.ts'

export const people: Messages['office']['people'] = {
  speakers: {
    find: 'Speaker nach Name oder E-Mail suchen',
    legend: 'Speaker',
    add: 'Speaker hinzufügen',
    one: (position) => `Speaker ${position}`,
  },
  moderators: {
    find: 'Moderator nach Name oder E-Mail suchen',
    legend: 'Moderatoren',
    add: 'Moderator hinzufügen',
    one: (position) => `Moderator ${position}`,
  },
  find: 'Suchen',
  pick: 'Hinzufügen',
  pickNamed: (name) => `${name} hinzufügen`,
  notFound: 'Es wurde kein Konto gefunden. Fügen Sie unten eine neue Person hinzu.',
  thisPerson: 'diese Person',
  cannotModerate: 'Teilnehmer können nicht moderieren',
  emailHint:
    'Gibt es ein Konto mit dieser E-Mail-Adresse, wird es unverändert hinzugefügt, und Sie können die anderen Felder leer lassen.',
  emailHintNamesOptional:
    'Gibt es ein Konto mit dieser E-Mail-Adresse, wird es unverändert hinzugefügt. Andernfalls wird ein neues Konto erstellt.',
  more: 'Weitere Angaben',
  job: 'Position',
  company: 'Unternehmen',
  usernameHint: 'Wird aus dem Namen generiert, wenn das Feld leer ist.',
  avatar: 'Bild-URL (https)',
  description: 'Beschreibung',
  tags: 'Tags',
  tagsHint: 'Ein Tag pro Zeile.',
  highlighted: 'Auf der Speaker-Seite hervorheben',
}

// Nachrichten an eine Gruppe.
import type { Messages } from '../../messages.ts'
import { number, plural } from '../formats.ts'

export const messages: Messages['office']['messages'] = {
  title: 'Nachrichten',
  newMessage: 'Neue Nachricht',
  intro: 'E-Mails, die Sie an eine Gruppe senden. Sie stehen hier 30 Tage.',
  none: 'Noch keine Nachrichten.',
  to: 'An',
  toHint: 'Wer Nachrichten abbestellt hat oder nicht angenommen ist, erhält nichts.',
  talk: 'Vortrag',
  noTalk: 'Kein Vortrag',
  talkHint: 'Für „Alle, die einen Vortrag gemerkt haben“.',
  chooseTalk: 'wählen Sie den Vortrag',
  subject: 'Betreff',
  text: 'Text',
  textHint: 'Markdown ohne HTML. {name} ist der Vorname, {platform} der Name der Veranstaltung.',
  preview: 'Vorschau',
  cancel: 'Abbrechen',
  edit: 'Bearbeiten',
  sendTest: 'Test an mich senden',
  addresses: 'Adressen herunterladen',
  progress: 'Stand',
  sentAt: 'Gesendet',
  queuing: 'Wird eingereiht',
  nobody: 'Niemand',
  queue: 'Alle E-Mails',
  groups: {
    everyone: 'Alle',
    attendees: 'Teilnehmende',
    speakers: 'Vortragende und Moderierende',
    stars: 'Alle, die einen Vortrag gemerkt haben',
  },
  noMailServer:
    'Diese Installation sendet keine E-Mails. Kopieren Sie den Text und senden Sie ihn selbst als Blindkopie an die Adressen.',
  testHint: (email) => `Ein Test geht an ${email}.`,
  recipients: (count) =>
    plural(count, { one: '# Person erhält diese E-Mail.', other: '# Personen erhalten diese E-Mail.' }),
  send: (count) => plural(count, { one: 'An # Person senden', other: 'An # Personen senden' }),
  count: (count, state) => `${number(count)} ${state}`,
}

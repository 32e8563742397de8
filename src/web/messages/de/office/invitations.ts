// Einladungen an Personen, deren Konto noch niemand eingerichtet hat.
import type { Messages } from '../../messages.ts'

export const invitations: Messages['office']['invitations'] = {
  title: 'Einladung',
  none: 'Diese Person hat ihr Konto noch nicht eingerichtet.',
  open: (until) => `Die Einladung gilt bis ${until}. Eine neue ersetzt sie.`,
  send: 'Einladung senden',
  sendAgain: 'Erneut senden',
  create: 'Einladungslink erstellen',
  revoke: 'Widerrufen',
  titleFor: (name) => `Einladung für ${name}`,
  shownOnce: 'Diese Einladung wird nur einmal angezeigt.',
  use: (email, until) => `Wer den Link hat, kann das Konto von ${email} bis ${until} einrichten.`,
  link: 'Link',
  textToSend: 'Text zum Versenden',
  passOn: (until) =>
    `Diese Installation sendet keine E-Mails. Senden Sie jeder Person jetzt ihren Text: Er wird nur einmal angezeigt, und sein Link funktioniert bis ${until}.`,
  another: 'Weitere Person einladen',
}

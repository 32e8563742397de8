// Einstellungen > E-Mails: die Warteschlange.
import type { Messages } from '../../messages.ts'
import { list } from '../formats.ts'

export const emails: Messages['office']['emails'] = {
  kinds: {
    reset_link: 'Link zum Zurücksetzen',
    sign_in_link: 'Anmeldelink',
    confirmation: 'Bestätigung einer Adresse',
    invitation: 'Einladung',
    registration_accepted: 'Registrierung angenommen',
    registration_rejected: 'Registrierung abgelehnt',
    talk_changes: 'Änderungen an Vorträgen',
    talk_reminder: 'Erinnerung',
    message: 'Nachricht',
  },
  states: {
    waiting: 'Wartet',
    sent: 'Gesendet',
    failed: 'Fehlgeschlagen',
    expired: 'Abgelaufen',
    canceled: 'Zurückgezogen',
  },
  texts: 'Texte',
  textsIntro: 'Jede Person erhält E-Mails in ihrer Sprache. Sie können die Texte in jeder Sprache ändern.',
  changed: 'Geändert',
  occasions: {
    invitation: 'Wird gesendet, wenn Sie ein Konto erstellen, mit dem Link zum Einrichten.',
    registration_accepted: 'Wird gesendet, wenn Sie eine Registrierung annehmen.',
    registration_rejected: 'Wird gesendet, wenn Sie eine Registrierung ablehnen.',
    talk_changes:
      'Wird fünf Minuten nach Änderungen an Zeit, Raum oder Status von Vorträgen gesendet, an alle, die sie gemerkt haben oder daran mitwirken.',
    talk_reminder: 'Wird 30 Minuten vor gemerkten Vorträgen gesendet, an alle, die das möchten.',
  },
  languages: 'Sprachen',
  subject: 'Betreff',
  text: 'Text',
  placeholders: (names) => `Platzhalter: ${list(names)}.`,
  placeholderNames: {
    name: '{name} ist der Vorname',
    platform: '{platform} ist der Name der Veranstaltung',
    link: '{link} ist der Link',
    until: '{until} ist der Ablauf des Links',
    inviter: '{inviter} ist die einladende Person',
    summary: '{summary} ist das Wichtigste in wenigen Worten',
    changes: '{changes} sind die Änderungen',
    talks: '{talks} sind die Vorträge, die beginnen',
    time: '{time} ist der Beginn',
  },
  unknownPlaceholder: (placeholder, known) =>
    `enthält ${placeholder}, was kein Platzhalter dieser E-Mail ist; verwenden Sie ${list(known)}`,
  missingLink: 'muss {link} enthalten, sonst kann niemand die Einladung annehmen',
  hasUnsubscribeLink: 'Auf den Text folgt ein Link zum Abbestellen.',
  noAddress:
    'Änderungen an Vorträgen und Erinnerungen werden nicht gesendet, weil diese Installation ihre Adresse nicht kennt: Setzen Sie LECTERN_PUBLIC_URL.',
  preview: 'Vorschau',
  restore: 'Standard wiederherstellen',
  back: 'Alle E-Mails',
  testIntro: (email) => `Ein Test mit Beispielwerten geht an ${email}. Er enthält den gespeicherten Text.`,
  sendTest: 'Test an mich senden',
  noMailServer:
    'Diese Installation sendet keine E-Mails. Links werden stattdessen Ihnen angezeigt, damit Sie sie weitergeben können. Für den Versand setzen Sie LECTERN_SMTP_URL und LECTERN_MAIL_FROM.',
  queue: 'Gesendet und wartend',
  intro: (zone) =>
    `Neueste zuerst. E-Mails werden 30 Tage aufbewahrt, ohne die Links darin. Zeiten in ${zone}.`,
  state: 'Status',
  allStates: 'Alle Status',
  none: 'Noch keine E-Mails. Sie erscheinen hier, sobald eine gesendet wird.',
  noMatches: 'Keine passenden E-Mails.',
  recipient: 'Empfänger',
  kind: 'E-Mail',
  queued: 'Eingereiht',
  lastError: 'Letzter Fehler',
  nextAttempt: (at) => `Nächster Versuch: ${at}`,
  retry: 'Erneut senden',
  retryFor: (recipient) => `Erneut an ${recipient} senden`,
  action: 'Aktion',
}

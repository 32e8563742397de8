// Einstellungen > E-Mails: die Warteschlange.
import type { Messages } from '../../messages.ts'

export const emails: Messages['office']['emails'] = {
  kinds: {
    reset_link: 'Link zum Zurücksetzen',
    sign_in_link: 'Anmeldelink',
    confirmation: 'Bestätigung einer Adresse',
    invitation: 'Einladung',
  },
  states: {
    waiting: 'Wartet',
    sent: 'Gesendet',
    failed: 'Fehlgeschlagen',
    expired: 'Abgelaufen',
    canceled: 'Zurückgezogen',
  },
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

// What is live about a talk: the chat, and what moderators do.
import type { Messages } from '../messages.ts'
import { plural } from './formats.ts'

export const live: Messages['live'] = {
  label: 'Live',
  close: 'Schließen',
  refresh: 'Aktualisieren, um Neues zu sehen',
  connectionLost: 'Die Verbindung ist abgebrochen. Verbindung wird wiederhergestellt …',
  newMessages: 'Neue Nachrichten:',
  speaker: 'Speaker',
  team: 'Team',
  deletedAccount: 'Gelöschtes Konto',
  chat: {
    heading: 'Chat',
    log: 'Nachrichten',
    empty: 'Noch keine Nachrichten. Sagen Sie Hallo.',
    earlier: 'Frühere Nachrichten',
    earlierTitle: (talk) => `Chat zu „${talk}“`,
    signIn: 'Anmelden, um zu schreiben',
    message: 'Ihre Nachricht',
    placeholder: 'Nachricht schreiben',
    send: 'Senden',
    pinned: 'Angeheftet',
    paused: 'Der Chat ist pausiert.',
    approval: 'Nachrichten erscheinen, sobald die Moderation sie freigegeben hat.',
    slow: (seconds) =>
      `Langsamer Modus: eine Nachricht alle ${plural(seconds, { one: '# Sekunde', other: '# Sekunden' })}.`,
    moderate: 'Chat moderieren',
    waiting: (count) =>
      plural(count, { one: '# Nachricht wartet auf Prüfung', other: '# Nachrichten warten auf Prüfung' }),
    actions: (name) => `Nachricht von ${name}: antworten, reagieren oder melden`,
    answering: (name) => `Antwort an ${name}:`,
    held: 'Wartet auf die Moderation',
    removed: (reason) =>
      reason === null
        ? 'Die Moderation hat diese Nachricht entfernt.'
        : `Die Moderation hat diese Nachricht entfernt: ${reason}`,
    reported: (count) => plural(count, { one: 'Einmal gemeldet', other: '#-mal gemeldet' }),
    react: 'Reagieren mit',
    bridged: 'Aus einem anderen Chat',
    page: {
      title: (name) => `Nachricht von ${name}`,
      back: 'Zurück zum Vortrag',
      answer: 'Antworten',
      answerPlaceholder: 'Antwort schreiben',
      reactions: 'Reaktionen',
      deleteOwn: 'Nachricht löschen',
      report: 'Melden',
      reportReason: 'Was ist daran nicht in Ordnung? (optional)',
      moderation: 'Moderation',
      reason: 'Grund (optional)',
      reasonHint: 'Wird der Person angezeigt, die die Nachricht geschrieben hat.',
      remove: 'Nachricht entfernen',
      approve: 'Nachricht freigeben',
      pin: 'Nachricht anheften',
      unpin: 'Nachricht lösen',
      mute: 'Stummschalten',
      muteFor: 'Stummschalten für',
      minutes: (count) =>
        count % 60 === 0
          ? plural(count / 60, { one: '# Stunde', other: '# Stunden' })
          : plural(count, { one: '# Minute', other: '# Minuten' }),
      wholeEvent: 'die ganze Veranstaltung',
      removeAll: 'Alle Nachrichten dieser Person entfernen',
    },
    moderation: {
      title: 'Moderation',
      mode: 'Wer schreiben kann',
      modes: {
        open: 'Alle mit einem Konto',
        approval: 'Alle, nach Freigabe',
        paused: 'Nur Speaker und Moderatoren',
      },
      slowSeconds: 'Sekunden zwischen zwei Nachrichten einer Person',
      slowHint:
        '0 schaltet den langsamen Modus aus. Ein Chat mit mehr als 50 Nachrichten pro Sekunde wechselt von selbst in diesen Modus.',
      save: 'Speichern',
      review: 'Zur Prüfung',
      noneToReview: 'Nichts zu prüfen.',
      mutes: 'Stummgeschaltete Personen',
      noMutes: 'Niemand ist stummgeschaltet.',
      until: (time) => `bis ${time}`,
      unmute: 'Stummschaltung aufheben',
      pauseAll: 'Alle Chats pausieren',
      continueAll: 'Alle Chats fortsetzen',
      pauseAllHint: 'Pausiert die Chats aller Vorträge dieser Plattform auf einmal.',
    },
  },
}

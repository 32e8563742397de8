// Points and credits in the Back Office, and the settings of live talks.
import type { Messages } from '../../messages.ts'
import { plural } from '../formats.ts'

const credits = (count: number) => plural(count, { one: '# Credit', other: '# Credits' })

export const ledgers: Messages['office']['ledgers'] = {
  settings: {
    watching: 'Wer Vorträge ansehen kann',
    watchingOptions: {
      everyone: 'Alle',
      signed_in: 'Alle, die angemeldet sind',
      accepted: 'Nur Personen mit angenommener Registrierung',
    },
    watchingHint: 'Für Chat, Fragen und Umfragen ist immer ein Konto erforderlich.',
    chat: 'Chat',
    holdsLinks: 'Nachrichten mit Links zurückhalten, bis die Moderation sie freigibt',
    heldWords: 'Wörter, die geprüft werden',
    heldWordsHint: 'Ein Wort pro Zeile. Nachrichten mit einem dieser Wörter warten auf die Moderation.',
    points: 'Punkte',
    watched: 'Für je fünf Minuten Zusehen',
    question: 'Für eine Frage',
    questionHint: 'In fünf Minuten zählt höchstens eine Frage.',
    survey: 'Für eine beantwortete Umfrage',
    pointsHint: '0 schaltet eine Regel aus. Alle Punkte schalten Sie auf der Registerkarte „Funktionen“ aus.',
    credits: 'Credits',
    creditsOn: 'Vorträge anzusehen kostet Credits',
    creditsHint: 'Das Team und die Beteiligten eines Vortrags zahlen nie.',
    price: 'Preis eines Vortrags',
    priceHint: 'In Credits. Jeder Vortrag kann einen eigenen Preis haben.',
    grant: 'Credits an viele Personen vergeben',
  },
  user: {
    credits,
    points: (total) => plural(total, { one: '# Punkt', other: '# Punkte' }),
    off: 'Punkte und Credits sind ausgeschaltet. Sie können sie in den Einstellungen einschalten.',
    kind: 'Änderung',
    kinds: { grant: 'Gutschreiben', debit: 'Abziehen' },
    amount: 'Credits',
    note: 'Notiz',
    noteHint: 'Optional. Wird der Person angezeigt.',
    saveCredits: 'Credits ändern',
    pointsField: 'Punkte',
    pointsHint: 'Negativ, um Punkte abzuziehen.',
    reason: 'Grund',
    reasonHint: 'Wird der Person angezeigt.',
    savePoints: 'Punkte gutschreiben',
  },
  upload: {
    title: 'Credits vergeben',
    intro: 'Eine Person pro Zeile: E-Mail-Adresse, Anzahl der Credits und optional eine Notiz.',
    file: 'CSV-Datei',
    fileHint: 'Die Zeilen der Datei werden unten eingefügt.',
    rows: 'Zeilen',
    submit: 'Credits vergeben',
    unreadable: 'Die Zeilen sind kein gültiges CSV. Prüfen Sie die Anführungszeichen.',
    empty: 'Geben Sie mindestens eine Zeile ein.',
    tooMany: (most) =>
      plural(most, { one: 'Geben Sie höchstens # Zeile ein.', other: 'Geben Sie höchstens # Zeilen ein.' }),
    notGranted: 'Es wurde nichts vergeben. Korrigieren Sie diese Zeilen und versuchen Sie es erneut:',
    format: (line) => `Zeile ${line} braucht eine E-Mail-Adresse und eine ganze Zahl von Credits.`,
    refused: (line, why) => `Zeile ${line}: ${why}`,
  },
  price: {
    title: (talk) => `Preis von „${talk}“`,
    link: 'Preis',
    label: 'Credits',
    hint: (price) => `Lassen Sie das Feld leer, damit der Preis der Plattform gilt (${credits(price)}).`,
  },
}

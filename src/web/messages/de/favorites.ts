// Stars of talks, and the page with the talks that someone has starred.
import type { Messages } from '../messages.ts'
import { list, plural } from './formats.ts'

export const favorites: Messages['favorites'] = {
  star: 'Merken',
  starTalk: (title) => `„${title}“ merken`,
  add: 'Zu meinem Programm hinzufügen',
  added: 'In meinem Programm',
  notSaved: 'Der Vortrag konnte nicht gemerkt werden. Versuchen Sie es noch einmal.',
  full: 'Sie haben 1.000 Vorträge gemerkt. Entfernen Sie zuerst einen.',
  myAgenda: 'Mein Programm',
  timeZone: (zone) => `Alle Zeiten in ${zone}.`,
  inBrowser: 'Ihre gemerkten Vorträge sind nur in diesem Browser gespeichert.',
  signIn: (link) => [
    link('Melden Sie sich an'),
    ', um sie auf allen Geräten und in Ihrem Kalender zu haben.',
  ],
  signUp: (link) => ['Noch kein Konto? ', link('Registrieren Sie sich'), '.'],
  clashCount: (count) =>
    plural(count, {
      one: '# Vortrag überschneidet sich mit einem anderen in Ihrem Programm.',
      other: '# Vorträge überschneiden sich mit anderen in Ihrem Programm.',
    }),
  clash: (titles) => `Überschneidet sich mit ${list(titles.map((title) => `„${title}“`))}`,
  nothingUpcoming: 'Keiner Ihrer Vorträge steht noch bevor.',
  past: (count) => plural(count, { one: '# vergangener Vortrag', other: '# vergangene Vorträge' }),
  empty: 'Noch keine Vorträge',
  emptyText: 'Tippen Sie auf den Stern eines Vortrags, um ihn in Ihr Programm aufzunehmen.',
  openAgenda: 'Programm ansehen',
  notLoaded:
    'Ihr Programm konnte nicht geladen werden. Laden Sie die Seite neu, um es noch einmal zu versuchen.',
  needsScript:
    'Aktivieren Sie JavaScript, um die in diesem Browser gemerkten Vorträge zu sehen, oder melden Sie sich an.',
  subscribe: 'Im Kalender abonnieren',
  emails: 'Erinnerungen und E-Mails',
  calendar: {
    title: 'Kalender',
    nameOf: (platform) => `${platform}: mein Programm`,
    text: 'Abonnieren Sie die Vorträge Ihres Programms in Google Kalender, Apple Kalender, Outlook oder einem anderen Kalender. Neue Sterne und geänderte Zeiten kommen dort von selbst an.',
    reveals:
      'Wer die Adresse kennt, sieht, welche Vorträge Sie gemerkt haben, aber weder Ihren Namen noch Ihre E-Mail-Adresse. Behandeln Sie sie wie ein Passwort.',
    make: 'Kalenderadresse erstellen',
    address: 'Ihre Kalenderadresse',
    shownOnce: 'Kopieren Sie die Adresse jetzt. Sie wird nur einmal angezeigt.',
    open: 'Im Kalender öffnen',
    madeOn: (day) => `Sie haben am ${day} eine Adresse erstellt.`,
    renewText:
      'Wenn Sie die Adresse verloren oder versehentlich weitergegeben haben, erstellen Sie eine neue. Die alte funktioniert dann nicht mehr.',
    renew: 'Neue Adresse erstellen',
    end: 'Adresse entfernen',
    ended: 'Die Adresse funktioniert nicht mehr.',
  },
}

// E-mails to users, as plain text.
import type { Messages } from '../messages.ts'
import { plural } from './formats.ts'

export const emails: Messages['emails'] = {
  resetLink: {
    subject: (platform) => `${platform}: neues Passwort festlegen`,
    text: ({ name, username, platform, url, until }) =>
      [
        `Hallo ${name},`,
        `mit diesem Link legen Sie ein neues Passwort für Ihr Konto bei ${platform} fest. Er funktioniert einmal, bis ${until}:`,
        url,
        `Ihr Benutzername ist ${username}. Wenn Sie diesen Link nicht angefordert haben, informieren Sie bitte das Organisationsteam. Ihr bisheriges Passwort gilt, bis der Link verwendet wird.`,
      ].join('\n\n'),
  },
  signInLink: {
    subject: (platform) => `${platform}: anmelden`,
    text: ({ name, platform, url, device }) =>
      [
        `Hallo ${name},`,
        `mit diesem Link melden Sie sich bei ${platform} an. Er funktioniert einmal, innerhalb von 15 Minuten:`,
        url,
        `Der Link wurde auf diesem Gerät angefordert: ${device}. Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren. Ohne den Link kann sich niemand anmelden.`,
      ].join('\n\n'),
  },
  confirmation: {
    subject: (platform) => `${platform}: E-Mail-Adresse bestätigen`,
    text: ({ name, platform, url, until }) =>
      [
        `Hallo ${name},`,
        `mit diesem Link bestätigen Sie diese Adresse für Ihr Konto bei ${platform}. Er funktioniert einmal, bis ${until}:`,
        url,
        'Wenn Sie diesen Link nicht angefordert haben, können Sie diese E-Mail ignorieren. Es ändert sich nichts.',
      ].join('\n\n'),
  },
  invitation: {
    subject: (platform) => `${platform}: Ihre Einladung`,
    text: ({ name, platform, url, until, inviter }) =>
      [
        `Hallo ${name},`,
        `${inviter} lädt Sie zu ${platform} ein. Mit diesem Link richten Sie Ihr Konto ein. Er funktioniert einmal, bis ${until}:`,
        url,
        'Wenn Sie diese Einladung nicht erwartet haben, können Sie diese E-Mail ignorieren. Ohne den Link kann niemand das Konto verwenden.',
      ].join('\n\n'),
  },
  registrationAccepted: {
    subject: (platform) => `${platform}: Ihre Registrierung ist angenommen`,
    text: ({ name, platform, url }) =>
      [
        `Hallo ${name},`,
        `Ihre Registrierung für ${platform} ist angenommen. Wir freuen uns auf Sie:`,
        url,
      ].join('\n\n'),
  },
  registrationRejected: {
    subject: (platform) => `${platform}: Ihre Registrierung`,
    text: ({ name, platform }) =>
      [
        `Hallo ${name},`,
        `vielen Dank für Ihr Interesse an ${platform}. Leider können wir Ihre Registrierung nicht annehmen.`,
      ].join('\n\n'),
  },
  proposalApproved: {
    subject: ({ platform, talk }) => `${platform}: Ihre Änderungen an „${talk}“ sind freigegeben`,
    text: ({ name, talk, url }) =>
      [
        `Hallo ${name},`,
        `vielen Dank für Ihre Änderungen an „${talk}“. Sie sind freigegeben und im Vortrag zu sehen:`,
        url,
      ].join('\n\n'),
  },
  proposalRejected: {
    subject: ({ platform, talk }) => `${platform}: Ihre Änderungen an „${talk}“`,
    text: ({ name, talk, reason, url }) =>
      [
        `Hallo ${name},`,
        `Ihre Änderungen an „${talk}“ wurden nicht freigegeben. Die Begründung:`,
        reason,
        `Sie können Ihre Änderungen bearbeiten und erneut vorschlagen: ${url}`,
      ].join('\n\n'),
  },
  talkChanges: {
    subject: ({ platform, summary }) => `${platform}: ${summary}`,
    text: ({ name, items, url }) =>
      [`Hallo ${name},`, 'bei Ihren Vorträgen gibt es Änderungen:', items, `Ihr Programm: ${url}`].join(
        '\n\n',
      ),
  },
  talkReminder: {
    subject: ({ platform, summary }) => `${platform}: ${summary}`,
    text: ({ name, items, time, url }) =>
      [`Hallo ${name},`, `um ${time} beginnt:`, items, `Ihr Programm: ${url}`].join('\n\n'),
  },
  changes: {
    isCanceled: (title) => `„${title}“ fällt aus`,
    isPublished: (title) => `„${title}“ findet doch statt`,
    newTime: (title) => `neue Zeit für „${title}“`,
    newRoom: (title) => `neuer Raum für „${title}“`,
    talks: (count) => plural(count, { one: 'Änderungen an # Vortrag', other: 'Änderungen an # Vorträgen' }),
    wasPlanned: (slot) => `Fällt aus. Geplant war: ${slot}`,
    takesPlace: (slot) => `Findet doch statt: ${slot}`,
    now: (slot) => `Jetzt: ${slot}`,
    before: (slot) => `Bisher: ${slot}`,
  },
  starts: (title, clock) => `„${title}“ beginnt um ${clock}`,
  start: (count, clock) =>
    plural(count, { one: `# Vortrag beginnt um ${clock}`, other: `# Vorträge beginnen um ${clock}` }),
  sampleTalk: 'Tests, denen man vertraut',
  sampleRoom: 'Großer Saal',
  sampleReason: 'Bitte kürzen Sie den Titel auf höchstens 80 Zeichen.',
  footers: {
    talk_changes: (url) =>
      `Sie erhalten diese E-Mail, weil Sie diese Vorträge gemerkt haben oder daran mitwirken. Keine solchen E-Mails mehr: ${url}`,
    talk_reminder: (url) =>
      `Sie erhalten diese E-Mail, weil Sie an Ihre Vorträge erinnert werden möchten. Keine solchen E-Mails mehr: ${url}`,
    message: (url) =>
      `Sie erhalten diese E-Mail, weil Sie auf dieser Website ein Konto haben. Keine solchen E-Mails mehr: ${url}`,
  },
  choices: {
    title: 'E-Mails',
    text: 'E-Mails zu Ihrem Konto, etwa Links zum Festlegen eines Passworts, erhalten Sie immer.',
    legend: 'Ich möchte erhalten',
    saved: 'Gespeichert.',
    labels: {
      talk_changes: 'Änderungen an meinen Vorträgen',
      talk_reminder: 'Erinnerungen',
      message: 'Nachrichten vom Organisationsteam',
    },
    hints: {
      talk_changes:
        'Wenn ein Vortrag, den Sie gemerkt haben oder an dem Sie mitwirken, verschoben wird oder ausfällt.',
      talk_reminder: '30 Minuten vor Beginn eines gemerkten Vortrags.',
      message: 'Neuigkeiten zur Veranstaltung.',
    },
  },
  unsubscribe: {
    title: 'E-Mails abbestellen',
    texts: {
      talk_changes: (platform) =>
        `Möchten Sie keine E-Mails mehr über Änderungen an Ihren Vorträgen bei ${platform}?`,
      talk_reminder: (platform) => `Möchten Sie keine Erinnerungen an Ihre Vorträge bei ${platform} mehr?`,
      message: (platform) => `Möchten Sie keine Nachrichten vom Organisationsteam von ${platform} mehr?`,
    },
    submit: 'Abbestellen',
    doneTitle: 'E-Mails abbestellt',
    done: 'Sie erhalten diese E-Mails nicht mehr.',
    all: 'E-Mails auswählen',
    invalidTitle: 'Dieser Link funktioniert nicht',
    invalidText:
      'Kopieren Sie den ganzen Link aus der E-Mail, oder melden Sie sich an, um Ihre E-Mails auszuwählen.',
  },
}

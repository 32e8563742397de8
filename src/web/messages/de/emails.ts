// E-mails to users, as plain text.
import type { Messages } from '../messages.ts'

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
}

// What a user may do: role, registration, password, and two-factor authentication.
import type { Messages } from '../../messages.ts'

export const userAccess: Messages['office']['userAccess'] = {
  title: (name) => `Zugang von ${name}`,
  ownersOnly: 'Nur Inhaber können den Zugang von Admins und Inhabern ändern.',
  role: 'Rolle',
  roles: {
    attendee: 'Teilnehmer: kann teilnehmen',
    speaker: 'Speaker: kann auch sprechen und moderieren',
    admin: 'Admin: kann auch das Back Office verwenden',
    owner: 'Inhaber: kann auch Admins, Inhaber und privilegierte Schlüssel verwalten',
  },
  roleHint: 'Gilt sofort, auch in offenen Sitzungen. Die External API kann Rollen nicht ändern.',
  changeRole: 'Rolle ändern',
  registration: 'Registrierung',
  alwaysAccepted: 'Registrierungen von Admins und Inhabern sind immer angenommen.',
  accept: 'Annehmen',
  reject: 'Ablehnen',
  rejectedHint: 'Abgelehnte Benutzer können sich nicht anmelden.',
  password: 'Passwort',
  resetLinkIntro:
    'Erstellen Sie einen Link, mit dem dieser Benutzer ein neues Passwort festlegen kann. Er funktioniert einmal, innerhalb von 24 Stunden, und ersetzt frühere Links.',
  createResetLink: 'Link zum Zurücksetzen erstellen',
  resetLink: 'Link zum Zurücksetzen',
  resetLinkShownOnce: 'Dieser Link wird nur einmal angezeigt und lässt sich später nicht mehr abrufen.',
  resetLinkTitle: (name) => `Link zum Zurücksetzen für ${name}`,
  resetLinkUse: (email, until) => `Wer ihn hat, kann bis ${until} ein neues Passwort für ${email} festlegen.`,
  emailed: 'Er wird auch per E-Mail gesendet.',
  notEmailed: 'Geben Sie ihn selbst weiter: Diese Installation sendet keine E-Mails.',
  twoFactor: 'Zwei-Faktor-Authentifizierung',
  twoFactorTitle: (name) => `Zwei-Faktor-Authentifizierung von ${name}`,
  twoFactorIntro:
    'Dieser Benutzer meldet sich mit einem Passwort und einem Code aus einer Authenticator-App an.',
  turnOff: 'Ausschalten',
  turnOffTitle: 'Zwei-Faktor-Authentifizierung ausschalten',
  turnOffIntro: (email) =>
    `Tun Sie das, wenn die Authenticator-App verloren gegangen ist. Danach genügt für ${email} das Passwort, bis der Benutzer die Zwei-Faktor-Authentifizierung wieder einschaltet. Vergewissern Sie sich, dass die Bitte von der Person kommt, der das Konto gehört.`,
  notTurnedOff: 'Die Zwei-Faktor-Authentifizierung ist weiterhin eingeschaltet.',
  passwordHint: 'Erforderlich, weil die Anmeldung dadurch weniger sicher wird.',
}

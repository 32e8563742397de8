// Signing in and up, reset links, and the setup of a new platform.
import type { Messages } from '../messages.ts'

export const signIn: Messages['signIn'] = {
  title: 'Anmelden',
  name: 'E-Mail-Adresse oder Benutzername',
  submit: 'Anmelden',
  noAccount: 'Noch kein Konto?',
  signUp: 'Registrieren',
  forgotPassword: 'Passwort vergessen? Bitten Sie das Organisationsteam um einen Link zum Zurücksetzen.',
  emailChanged: 'E-Mail-Adresse geändert. Melden Sie sich mit der neuen an.',
  passwordSet: 'Passwort geändert. Melden Sie sich mit dem neuen Passwort an.',
  accountDeleted: 'Ihr Konto wurde gelöscht.',
  failures: {
    refused: 'E-Mail-Adresse, Benutzername oder Passwort ist falsch.',
    step_expired: 'Ihre Anmeldung hat zu lange gedauert. Melden Sie sich erneut an.',
    password_expired:
      'Dieses Passwort ist abgelaufen. Bitten Sie das Organisationsteam um einen Link zum Zurücksetzen.',
  },
  or: 'oder',
  byEmail: 'Anmeldelink per E-Mail erhalten',
  link: {
    title: 'Per E-Mail anmelden',
    text: 'Wir senden einen Link an Ihre E-Mail-Adresse. Sie können ihn auf jedem Gerät öffnen.',
    send: 'Link senden',
    withPassword: 'Mit Passwort anmelden',
    sentTitle: 'Sehen Sie in Ihr Postfach',
    sent: 'Wenn es zu dieser E-Mail-Adresse ein Konto gibt, ist ein Anmeldelink unterwegs. Er funktioniert einmal, innerhalb von 15 Minuten, auf dem Gerät, auf dem Sie ihn öffnen.',
    notReceived:
      'Nichts angekommen? Sehen Sie im Spam-Ordner nach und prüfen Sie die Schreibweise der Adresse.',
    again: 'Neuen Link anfordern',
    confirm: (email, platform) => ['Sie melden sich auf diesem Gerät als ', email, ` bei ${platform} an.`],
    invalid: 'Ein Anmeldelink funktioniert einmal, innerhalb von 15 Minuten.',
  },
  passkey: {
    submit: 'Mit einem Passkey anmelden',
    failed:
      'Die Anmeldung mit einem Passkey hat nicht geklappt. Versuchen Sie es erneut oder verwenden Sie Ihr Passwort.',
  },
  openId: {
    submit: (host) => `Mit ${host} anmelden`,
    failures: {
      too_many: 'Zu viele Versuche. Warten Sie eine Minute und versuchen Sie es dann erneut.',
      expired: 'Ihre Anmeldung hat zu lange gedauert oder wurde schon verwendet. Melden Sie sich erneut an.',
      denied:
        'Sie wurden dort nicht angemeldet. Versuchen Sie es erneut oder melden Sie sich auf andere Weise an.',
      unverified:
        'Ihr Konto dort hat keine bestätigte E-Mail-Adresse. Bestätigen Sie sie dort oder melden Sie sich auf andere Weise an.',
      closed:
        'Zu Ihrer E-Mail-Adresse gibt es kein Konto, und die Registrierung ist geschlossen. Bitten Sie das Organisationsteam um eine Einladung.',
      refused:
        'Bei diesem Konto können Sie sich so nicht anmelden. Verwenden Sie Ihre Einladung, falls Sie eine haben, oder fragen Sie das Organisationsteam.',
      unreachable:
        'Der Anmeldedienst ist nicht erreichbar. Versuchen Sie es später erneut oder melden Sie sich auf andere Weise an.',
      misconfigured:
        'Der Anmeldedienst ist nicht richtig eingerichtet. Melden Sie sich auf andere Weise an und geben Sie dem Organisationsteam Bescheid.',
      invalid_response:
        'Die Antwort des Anmeldedienstes ist ungültig. Versuchen Sie es erneut oder melden Sie sich auf andere Weise an.',
    },
  },
  twoFactor: {
    title: 'Zwei-Faktor-Authentifizierung',
    code: 'Authentifizierungscode',
    codeHint: 'Sechs Ziffern aus Ihrer Authenticator-App.',
    wrongCode: 'Falscher Code. Geben Sie den Code ein, den die App gerade anzeigt.',
    otherAccount: 'Anderes Konto verwenden',
  },
}

export const signUp: Messages['signUp'] = {
  title: 'Registrieren',
  text: (platform) =>
    `Erstellen Sie ein Konto für ${platform}. Das Organisationsteam prüft jede Registrierung.`,
  submit: 'Registrieren',
  hasAccount: 'Haben Sie bereits ein Konto?',
  signIn: 'Anmelden',
  done: {
    title: 'Registrierung eingegangen',
    text: 'Das Organisationsteam prüft Ihre Registrierung. Bis dahin können Sie sich mit Ihrer E-Mail-Adresse und Ihrem Passwort anmelden und Ihr Profil vervollständigen.',
    existing:
      'Falls Sie mit dieser E-Mail-Adresse bereits ein Konto hatten, bleibt es unverändert, ebenso sein Passwort.',
  },
}

export const resetLink: Messages['resetLink'] = {
  title: 'Neues Passwort festlegen',
  account: (email, platform) => ['Für ', email, ` bei ${platform}.`],
  submit: 'Passwort festlegen',
  invalidTitle: 'Ungültiger oder abgelaufener Link',
  invalidText:
    'Ein Link zum Zurücksetzen funktioniert einmal, innerhalb von 24 Stunden. Bitten Sie das Organisationsteam um einen neuen.',
  signIn: 'Zur Anmeldung',
}

export const confirmEmail: Messages['confirmEmail'] = {
  title: 'E-Mail-Adresse bestätigen',
  text: (email, platform) => ['', email, ` für Ihr Konto bei ${platform} verwenden.`],
  submit: 'E-Mail-Adresse bestätigen',
  invalidText:
    'Der Link funktioniert einmal, innerhalb von 24 Stunden, und nicht für eine Adresse, die bereits ein Konto hat. Ändern Sie die E-Mail-Adresse in Ihrem Profil erneut, um einen neuen zu erhalten.',
}

export const setup: Messages['setup'] = {
  title: 'Willkommen',
  text: 'Beschreiben Sie Ihre Veranstaltung und erstellen Sie das Konto des Inhabers. Alles lässt sich später im Back Office ändern.',
  event: 'Veranstaltung',
  name: 'Name der Veranstaltung',
  accent: 'Akzentfarbe',
  accentHint: 'Für Links, Schaltflächen und Badges.',
  owner: 'Inhaber',
  submit: 'Einrichtung abschließen',
  invalidTitle: 'Ungültiger oder abgelaufener Link',
  invalidText:
    'Ein Einrichtungslink funktioniert einmal, innerhalb von 24 Stunden. Solange die Plattform keinen Inhaber hat, gibt der Server bei jedem Start einen neuen Link aus.',
}

export const invitation: Messages['invitation'] = {
  title: (platform) => `Willkommen bei ${platform}`,
  text: (email) => ['Richten Sie Ihr Konto für ', email, ' ein.'],
  submit: 'Konto einrichten',
  passkeyTitle: 'Oder ohne Passwort',
  passkeyText: 'Mit einem Passkey melden Sie sich per Fingerabdruck, Gesicht oder PIN Ihres Geräts an.',
  invalidText:
    'Eine Einladung funktioniert einmal, innerhalb von 7 Tagen, und eine neue ersetzt sie. Wenn Sie sie schon verwendet haben, melden Sie sich an. Andernfalls bitten Sie das Organisationsteam um eine neue.',
}

// The pages of an account.
import type { Messages } from '../messages.ts'

export const account: Messages['account'] = {
  navigation: 'Konto',
  overview: {
    title: 'Konto',
    link: 'Übersicht',
    passwordChanged: 'Passwort geändert. Alle anderen Geräte sind abgemeldet.',
    inReview: 'Das Organisationsteam hat Ihre Registrierung noch nicht geprüft.',
    talks: 'Ihre Vorträge',
    talkSaved: 'Ihr Vortrag wurde geändert.',
    changeProposed: 'Ihre Änderungen warten auf die Freigabe durch das Organisationsteam.',
    edit: 'Bearbeiten',
    editNamed: (title) => `${title} bearbeiten`,
    waiting: 'Wartet auf Freigabe',
    rejected: 'Änderungen abgelehnt',
    sponsors: 'Ihre Sponsoren',
    data: 'Ihre Daten',
    dataText:
      'Laden Sie alles, was über Sie gespeichert ist, als JSON-Datei herunter: Ihr Konto, Vorträge, Sponsoren, Chatnachrichten, Anwesenheit, Sitzungen und alle Änderungen an Ihrem Konto.',
    download: 'Daten herunterladen',
    delete: 'Konto löschen',
  },
  talkTexts: {
    needsApproval: 'Das Organisationsteam prüft Ihre Änderungen, bevor sie auf der Website erscheinen.',
    isDirect: 'Ihre Änderungen erscheinen sofort auf der Website.',
    propose: 'Zur Freigabe senden',
    waiting:
      'Diese Änderungen warten auf Freigabe. Sie können sie noch ändern. Um sie zurückzuziehen, stellen Sie die Texte wieder her.',
    rejected:
      'Das Organisationsteam hat diese Änderungen abgelehnt. Korrigieren Sie sie und senden Sie sie erneut.',
    newer:
      'Der Vortrag wurde geändert, nachdem Sie diese Seite geöffnet haben. Vergleichen Sie mit der öffentlichen Seite und speichern Sie dann erneut.',
  },
  profile: {
    title: 'Profil',
    saved: 'Profil gespeichert.',
    confirmationSent:
      'Profil gespeichert. Um Ihre E-Mail-Adresse zu ändern, öffnen Sie den Link, den wir an die neue Adresse gesendet haben. Bis dahin gilt die bisherige Adresse.',
    emailChanged: 'E-Mail-Adresse geändert.',
    emailFixed: 'kann nur vom Organisationsteam geändert werden',
    invalid: 'Ihr Profil wurde nicht gespeichert. Beheben Sie diese Probleme und versuchen Sie es erneut:',
    identity: 'Name und Anmeldung',
    passwordHint: 'Nur erforderlich, wenn Sie die E-Mail-Adresse ändern.',
    about: 'Über Sie',
    description: 'Beschreibung',
    descriptionHint: 'Bis zu 800 Zeichen. Markdown funktioniert: **fett**, Listen und Links.',
    job: 'Position',
    company: 'Unternehmen',
    status: 'Status',
    tags: 'Tags',
    tagsHint: 'Ein Tag pro Zeile.',
    avatar: 'Bild-URL',
    location: 'Sprache und Ort',
    language: 'Sprache',
    browserLanguage: 'Wie im Browser',
    eventTimeZone: (zone) => `Zeitzone der Veranstaltung (${zone})`,
    city: 'Stadt',
    country: 'Land',
    links: 'Links',
  },
  password: {
    title: 'Passwort',
    text: 'Wenn Sie Ihr Passwort ändern, werden Sie auf allen anderen Geräten abgemeldet.',
    unchanged: 'Ihr Passwort wurde nicht geändert.',
    change: 'Passwort ändern',
    generatedTitle: 'Eigenes Passwort wählen',
    generatedText:
      'Sie haben sich mit einem generierten Passwort angemeldet. Wählen Sie jetzt eines, das nur Sie kennen.',
    generatedLabel: 'Generiertes Passwort',
  },
  passkeys: {
    title: 'Passkeys',
    text: 'Melden Sie sich mit Fingerabdruck, Gesicht oder Displaysperre statt mit einem Passwort an. Einen Passkey kann niemand stehlen oder erraten.',
    added: 'Passkey hinzugefügt.',
    renamed: 'Passkey umbenannt.',
    removed: 'Passkey entfernt.',
    notAdded: 'Der Passkey wurde nicht hinzugefügt.',
    failed: 'Der Passkey wurde nicht erstellt. Versuchen Sie es erneut oder mit einem anderen Gerät.',
    unsupported:
      'Passkeys lassen sich in einem Browser hinzufügen, der sie unterstützt und Skripte ausführt.',
    addTitle: 'Passkey hinzufügen',
    add: 'Passkey hinzufügen',
    name: 'Name',
    nameHint: 'Zum Wiedererkennen, zum Beispiel das Gerät.',
    change: 'Verwalten',
    details: (added, used) =>
      used === null
        ? `Hinzugefügt ${added} · noch nicht verwendet`
        : `Hinzugefügt ${added} · zuletzt verwendet ${used}`,
    removeTitle: 'Passkey entfernen',
    removeText:
      'Danach können Sie sich nicht mehr damit anmelden. Löschen Sie ihn dann auch auf Ihrem Gerät.',
    notRemoved: 'Der Passkey wurde nicht entfernt.',
    remove: 'Entfernen',
  },
  identities: {
    title: 'Verknüpfte Konten',
    text: 'Mit diesen Konten eines Anmeldedienstes können Sie sich anmelden.',
    none: 'Kein Konto ist verknüpft. Ein Konto wird verknüpft, wenn Sie sich damit anmelden und seine E-Mail-Adresse bestätigt ist.',
    removed: 'Das Konto ist nicht mehr verknüpft.',
    details: (host, added, used) => `${host} · verknüpft am ${added} · zuletzt verwendet am ${used}`,
    remove: 'Entfernen',
    removeTitle: 'Verknüpftes Konto entfernen',
    removeText: (name, host) => [
      'Sie können sich dann nicht mehr mit ',
      name,
      ` bei ${host} anmelden. Wenn Sie es wieder verwenden und seine E-Mail-Adresse die Ihres Kontos ist, wird es erneut verknüpft.`,
    ],
    passwordText:
      'Außer Ihrem Passwort ist dies Ihre einzige Möglichkeit, sich anzumelden. Wenn Sie Ihr Passwort nicht kennen, bitten Sie zuerst das Organisationsteam um einen Link zum Zurücksetzen.',
    notRemoved: 'Das Konto ist weiterhin verknüpft.',
  },
  twoFactor: {
    title: 'Zwei-Faktor-Authentifizierung',
    on: 'Ein',
    off: 'Aus',
    turnedOn:
      'Die Zwei-Faktor-Authentifizierung ist eingeschaltet. Bei der nächsten Anmeldung werden Sie nach einem Code gefragt.',
    turnedOff: 'Die Zwei-Faktor-Authentifizierung ist ausgeschaltet. Zum Anmelden reicht Ihr Passwort.',
    onText: 'Sie melden sich mit Ihrem Passwort und einem Code aus Ihrer Authenticator-App an.',
    lostApp:
      'Wenn Sie die App verlieren, bitten Sie einen Inhaber oder den Betreiber, die Zwei-Faktor-Authentifizierung für Ihr Konto auszuschalten.',
    turnOffTitle: 'Zwei-Faktor-Authentifizierung ausschalten',
    turnOff: 'Ausschalten',
    stillOn: 'Die Zwei-Faktor-Authentifizierung ist weiterhin eingeschaltet.',
    offText:
      'Schützen Sie Ihr Konto zusätzlich zum Passwort mit einem Code aus einer Authenticator-App. Ein gestohlenes Passwort allein genügt dann nicht mehr, um sich anzumelden.',
    stillOff: 'Die Zwei-Faktor-Authentifizierung ist weiterhin ausgeschaltet.',
    scan: 'Scannen Sie diesen QR-Code mit Ihrer Authenticator-App oder geben Sie den Schlüssel ein.',
    qrCode: 'QR-Code mit dem Schlüssel darunter',
    key: 'Schlüssel',
    code: 'Code aus der App eingeben',
    codeHint: 'Sechs Ziffern. Die App zeigt alle 30 Sekunden einen neuen Code an.',
    wrongCode: 'Falscher Code. Geben Sie den Code ein, den die App gerade anzeigt.',
    turnOn: 'Einschalten',
  },
  sessions: {
    title: 'Sitzungen',
    text: 'Auf diesen Geräten sind Sie angemeldet. Eine Sitzung endet nach 30 Tagen ohne Aktivität.',
    staffText:
      'Auf diesen Geräten sind Sie angemeldet. Sitzungen enden nach 30 Minuten ohne Aktivität, spätestens nach 12 Stunden.',
    signOutOthers: 'Auf allen anderen Geräten abmelden',
    ended: 'Das Gerät ist abgemeldet.',
    othersEnded: 'Alle anderen Geräte sind abgemeldet.',
    thisDevice: 'Dieses Gerät',
    details: (address, signedIn, lastUsed) =>
      `Von ${address} · angemeldet ${signedIn} · zuletzt verwendet ${lastUsed}`,
    device: (browser, system) => `${browser} unter ${system}`,
    unknownDevice: 'Unbekanntes Gerät',
  },
  deletion: {
    title: 'Konto löschen',
    refused: 'Ihr Konto kann zurzeit nicht gelöscht werden.',
    reasons: {
      last_owner:
        'Sie sind der letzte Inhaber dieser Plattform. Machen Sie zuerst jemand anderen zum Inhaber.',
      sole_speaker:
        'Ein Vortrag hat außer Ihnen keine Speaker. Bitten Sie das Organisationsteam, weitere Speaker hinzuzufügen oder den Vortrag zu löschen.',
    },
    back: 'Zurück zum Konto',
    text: 'Das lässt sich nicht rückgängig machen. Gelöscht werden:',
    profile: (email) => `Ihr Profil, Ihr Passwort und Ihre Sitzungen (${email})`,
    talk: (title, membership) => [
      'Ihr Platz im Vortrag ',
      title,
      ` (${membership}); der Vortrag selbst bleibt bestehen`,
    ],
    sponsor: (name) => ['Ihr Platz beim Sponsor ', name, '; der Sponsor selbst bleibt bestehen'],
    history: (download) => [
      'Im Audit-Protokoll bleibt vermerkt, dass es das Konto gab. Vorher können Sie ',
      download('Ihre Daten herunterladen'),
      '.',
    ],
    notDeleted: 'Ihr Konto wurde nicht gelöscht.',
    submit: 'Konto endgültig löschen',
    keep: 'Konto behalten',
  },
}

// The settings of a platform.
import type { Messages } from '../../messages.ts'
import { number } from '../formats.ts'

export const settings: Messages['office']['settings'] = {
  title: 'Einstellungen',
  tabs: {
    general: 'Allgemein',
    features: 'Funktionen',
    rooms: 'Videoräume',
    live: 'Live',
    signIn: 'Anmeldung',
    emails: 'E-Mails',
    passwords: 'Passwörter',
    retention: 'Aufbewahrung',
    export: 'Export',
    advanced: 'Erweitert',
    platforms: 'Plattformen',
  },
  general: {
    event: 'Veranstaltung',
    name: 'Name',
    tagline: 'Motto',
    taglineHint: 'Ein Satz, der auf der Startseite unter dem Namen steht.',
    firstDay: 'Erster Tag',
    lastDay: 'Letzter Tag',
    daysHint: 'Ohne Angabe zeigt die Startseite die Tage der Vorträge.',
    venue: 'Adresse des Veranstaltungsorts',
    venueHint: 'Eine Zeile, die unten auf jeder Seite angezeigt wird.',
    timeZoneHint: 'Zeiten im Programm sind in dieser Zeitzone, sofern Besucher keine andere wählen.',
    language: 'Standardsprache',
    languageHint: 'Für Seiten und E-Mails, wenn der Browser keine der Sprachen unten anfordert.',
    languages: 'Sprachen',
    languagesHint: 'Besucher können zwischen diesen wählen. Die Standardsprache wird immer angeboten.',
    hasSignUp: 'Besucher können sich registrieren',
    hasSignUpHint: 'Neue Konten warten unter „Registrierungen“, bis Sie sie geprüft haben.',
    appearance: 'Erscheinungsbild',
    banner: 'Banner-URL',
    bannerHint: 'Mindestens 1.200 Pixel breit. Es wird auf der Startseite und in Links gezeigt.',
    logo: 'Logo-URL',
    logoHint: 'Es wird 32 Pixel hoch angezeigt.',
    icon: 'Icon-URL',
    iconHint: 'Browser zeigen es in Tabs und Lesezeichen, Telefone auf dem Startbildschirm.',
    accent: 'Akzentfarbe',
    accentHint:
      'Die Farbe von Links, Schaltflächen und Badges. Text darauf ist schwarz oder weiß, je nachdem, was besser lesbar ist.',
    scheme: 'Farbschema',
    schemes: { auto: 'Wie das Gerät des Besuchers', light: 'Immer hell', dark: 'Immer dunkel' },
    sponsorLevels: 'Sponsorenstufen',
    sponsorLevelsHint: 'Die Namen der Stufen 1 bis 5, wie Besucher sie sehen.',
    sponsorLevel: (level) => `Stufe ${level}`,
    addresses: 'Hostnamen',
    hosts: 'Hostnamen',
    hostsHint: 'Einer pro Zeile. Diese Plattform antwortet auch unter Hostnamen, die keiner anderen gehören.',
    noHosts: 'Keine',
    operatorOnly: 'Nur der Betreiber dieser Installation kann Hostnamen ändern.',
  },
  features: {
    intro:
      'Eine Funktion ist bei einem Vortrag verfügbar, wenn diese Einstellungen und der Vortrag sie erlauben.',
    legend: 'Funktionen von Vorträgen',
    hints: {
      chat: 'Erlaubt den Chat auf den Seiten von Vorträgen.',
      questions: 'Erlaubt Fragen an die Speaker auf den Seiten von Vorträgen.',
      surveys: 'Erlaubt Umfragen auf den Seiten von Vorträgen.',
      viewersCount: 'Alle können sehen, wie viele Personen zusehen.',
      viewersList: 'Alle können sehen, wer zusieht, sofern diese Personen zugestimmt haben.',
      rewardsEarning: 'Zuschauer können Punkte sammeln.',
    },
    talkEditing: 'Vortragende bearbeiten ihre Vorträge',
    talkEditingHint: 'Titel, Beschreibung, Details, Sprache, Bild und Folien, in ihrem Konto.',
    talkEditings: { off: 'Aus', approval: 'Mit Freigabe', direct: 'Direkt' },
    questionsAreReviewed: 'Neue Fragen prüfen',
    questionsAreReviewedHint: 'Neue Fragen erscheinen, sobald die Moderation sie freigegeben hat.',
  },
  passwords: {
    intro: (shortest) =>
      `Jedes Passwort enthält Klein- und Großbuchstaben. Generierte Passwörter haben mindestens 20 Zeichen. Selbst gewählte Passwörter haben mindestens ${number(shortest)} Zeichen und dürfen nicht zu den häufigen gehören.`,
    legend: 'Anforderungen',
    minLength: 'Mindestlänge',
    minLengthHint: '8 bis 128 Zeichen.',
    digits: 'Ziffer verlangen',
    symbols: 'Sonderzeichen verlangen',
  },
  signIn: {
    links: 'Anmeldelinks',
    hasLinks: 'Anmeldung mit einem Link per E-Mail erlauben',
    hasLinksHint:
      'Ein Link funktioniert einmal, innerhalb von 15 Minuten. Die Zwei-Faktor-Authentifizierung fragt trotzdem nach einem Code.',
    noMailServer: 'Links werden nicht angeboten, weil diese Installation keinen Mailserver hat.',
  },
  openId: {
    title: 'Anmeldedienst',
    intro:
      'Lassen Sie Personen sich bei einem OpenID-Connect-Anbieter anmelden, etwa Google, Microsoft Entra ID, Keycloak oder Authentik. Konten werden über ihre bestätigte E-Mail-Adresse gefunden. Die Zwei-Faktor-Authentifizierung fragt weiterhin nach einem Code.',
    redirectUri: 'Tragen Sie diese Weiterleitungsadresse (Redirect URI) beim Anbieter ein:',
    issuer: 'Aussteller (Issuer)',
    issuerHint: 'Die https-Adresse des Anbieters, etwa https://accounts.google.com.',
    clientId: 'Client-ID',
    clientSecret: 'Client-Geheimnis',
    secretHint: 'Es wird verschlüsselt gespeichert und nie wieder angezeigt.',
    secretSaved: (day) =>
      `Am ${day} gespeichert und nie wieder angezeigt. Lassen Sie das Feld leer, um es zu behalten. Ein neuer Aussteller oder eine neue Client-ID braucht ein neues Geheimnis.`,
    label: 'Text der Schaltfläche',
    labelHint: 'Optional, etwa „Mit Beispiel GmbH anmelden“.',
    passwordHint: 'Zum Speichern und Entfernen. Ein Test braucht es nicht.',
    test: 'Verbindung testen',
    remove: 'Entfernen',
    works:
      'Der Anbieter ist erreichbar und unterstützt alles Nötige. Melden Sie sich einmal an, um Client-ID und Geheimnis zu prüfen.',
    problems: {
      unreachable: (detail) =>
        `Der Anbieter ist nicht erreichbar (${detail || 'keine Antwort'}). Prüfen Sie die Adresse und ob dieser Server sich mit ihr verbinden darf.`,
      forbidden_address: () =>
        'Der Anbieter hat keine öffentliche Adresse. Wer den Server betreibt, kann sie mit LECTERN_WEBHOOK_ADDRESSES erlauben.',
      no_discovery: (detail) =>
        `Unter dieser Adresse gibt es keine OpenID-Konfiguration${detail ? ` (${detail})` : ''}. Geben Sie den Aussteller genau so ein, wie Ihr Anbieter ihn nennt.`,
      other_issuer: (detail) =>
        `Der Anbieter nennt sich selbst ${detail}. Geben Sie dies als Aussteller ein.`,
      unsupported: (detail) =>
        `Dem Anbieter fehlt etwas Nötiges: ${detail}. Schalten Sie den Authorization Code Flow mit PKCE (S256) ein.`,
      denied: () => 'Der Anbieter hat die Anfrage abgelehnt.',
      client_refused: (detail) => `Der Anbieter akzeptiert den Client nicht (${detail}).`,
      invalid_response: (detail) => `Die Antwort des Anbieters ist ungültig (${detail}).`,
    },
  },
  retention: {
    intro: 'Alles Ältere wird innerhalb einer Stunde gelöscht.',
    legend: 'Aufbewahrung in Tagen',
    kinds: {
      attendance: 'Anwesenheit',
      messages: 'Chatnachrichten',
      questions: 'Fragen',
      surveys: 'Umfrageantworten',
      favorites: 'Favoriten',
    },
    hints: {
      attendance: 'Ab dem Zeitpunkt, zu dem die Person den Vortrag zuletzt angesehen hat.',
      messages: 'Lassen Sie das Feld leer, um alles zu behalten.',
      questions:
        'Stimmen und Antworten werden mit ihnen gelöscht. Lassen Sie das Feld leer, um alles zu behalten.',
      surveys:
        'Ab dem Schließen der Umfrage. Die gezählten Ergebnisse bleiben. Lassen Sie das Feld leer, um alles zu behalten.',
      favorites: 'Ab dem Ende des Vortrags. Lassen Sie das Feld leer, um alles zu behalten.',
    },
  },
  export: {
    intro:
      'Jede Datei enthält ein Objekt pro Zeile (NDJSON), so wie es die API liefert. Anonyme Fragen und Antworten nennen niemanden.',
    kinds: {
      talks: 'Vorträge',
      sponsors: 'Sponsoren',
      users: 'Benutzer',
      messages: 'Chatnachrichten',
      questions: 'Fragen mit Stimmen und Antworten',
      surveys: 'Umfragen',
      'survey-responses': 'Umfrageantworten',
      attendance: 'Anwesenheit, live und bei der Aufzeichnung',
      points: 'Punkte',
      credits: 'Credits',
      favorites: 'Favoriten',
    },
  },
}

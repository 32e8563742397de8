// API keys and the rate limit, under Settings > Advanced.
import type { Messages } from '../../messages.ts'
import { number, plural } from '../formats.ts'

export const apiKeys: Messages['office']['apiKeys'] = {
  title: 'API-Schlüssel',
  noKeys:
    'Noch keine API-Schlüssel. Erstellen Sie einen, damit ein anderes System die External API verwenden kann.',
  new: 'Neuer API-Schlüssel',
  notCreated: 'Der Schlüssel wurde nicht erstellt. Beheben Sie diese Probleme:',
  form: {
    name: 'Name',
    nameHint: 'Zum Beispiel das System, das den Schlüssel verwendet.',
    level: 'Stufe',
    levels: {
      standard: 'Standard: Vorträge, Sponsoren und Benutzer',
      privileged: 'Privilegiert: auch Inhaber sowie die Konten von Admins und Inhabern',
    },
    levelHint:
      'Verwenden Sie einen Standardschlüssel, wenn das System nicht auch Admins und Inhaber verwaltet.',
    standardOnly: 'Privilegierte Schlüssel können nur Inhaber erstellen.',
    expiresAt: 'Ablaufdatum',
    expiresAtHint: (zone) =>
      `Der Schlüssel läuft am Ende dieses Tages in ${zone} ab. Lassen Sie das Feld leer, wenn er nicht ablaufen soll.`,
    notADate: 'muss ein Datum wie 2027-12-31 sein',
    inThePast: 'darf nicht in der Vergangenheit liegen',
    allowedAddresses: 'Zugelassene IP-Adressen',
    allowedAddressesHint:
      'Eine Adresse oder ein Bereich pro Zeile, zum Beispiel 192.0.2.0/24. Lassen Sie das Feld leer, um alle zuzulassen.',
    passwordHint: 'Erforderlich für privilegierte Schlüssel.',
    create: 'Schlüssel erstellen',
  },
  card: {
    created: (at) => ['Erstellt am ', at],
    exposed: (at) => [
      'Dieser Schlüssel wurde am ',
      at,
      ' über unverschlüsseltes HTTP gesendet. Erneuern Sie ihn: Andere könnten ihn gelesen haben.',
    ],
    lastUsed: 'Zuletzt verwendet',
    neverUsed: 'Nie',
    lastMinute: 'Letzte 60 Sekunden',
    ofLimit: (used, limit) => `${number(used)} von ${number(limit)}`,
    usage: 'Genutzter Anteil des Anfragelimits',
    lastDay: 'Letzte 24 Stunden',
    requests: (count) => plural(count, { one: '# Anfrage', other: '# Anfragen' }),
    expires: 'Läuft ab',
    neverExpires: 'Nie',
    allowedFrom: 'Zugelassen von',
    anywhere: 'Überall',
    oldSecretExpires: 'Altes Secret läuft ab',
    viewRequests: 'Anfragen ansehen',
    rotate: 'Erneuern',
    revoke: 'Widerrufen',
    revoked: 'Widerrufen',
    expired: 'Abgelaufen',
    expiresSoon: (when) => `Läuft ${when} ab`,
  },
  rotation: {
    title: (name) => `„${name}“ erneuern`,
    intro:
      'Der Schlüssel erhält ein neues Secret, das auf der nächsten Seite einmal angezeigt wird. Name, Stufe, Ablaufdatum und zugelassene IP-Adressen bleiben gleich. Während der Übergangsfrist funktioniert auch das alte Secret, sodass Sie Ihr System ohne Unterbrechung umstellen können.',
    submit: 'Schlüssel erneuern',
    failed: 'Der Schlüssel wurde nicht erneuert.',
  },
  revocation: {
    title: (name) => `„${name}“ widerrufen`,
    intro: (key, text) => [
      'Anfragen mit ',
      key(text),
      ' werden innerhalb einer Sekunde abgelehnt. Das lässt sich nicht rückgängig machen. ',
    ],
    neverUsed: 'Der Schlüssel wurde nie verwendet.',
    lastUsed: (when) => `Der Schlüssel wurde ${when} zuletzt verwendet.`,
    submit: 'Schlüssel widerrufen',
    failed: 'Der Schlüssel wurde nicht widerrufen.',
  },
  secret: {
    created: (name) => `Schlüssel „${name}“ erstellt`,
    rotated: (name) => `Schlüssel „${name}“ erneuert`,
    documentTitle: 'API-Schlüssel',
    notice:
      'Kopieren Sie diesen Schlüssel jetzt. Er wird nur einmal angezeigt und lässt sich später nicht mehr abrufen. Bewahren Sie ihn dort auf, wo Ihr System seine Secrets speichert.',
    privilegedNotice: 'Mit ihm erlaubt die API alles, was ein Inhaber darf.',
    key: 'API-Schlüssel',
    creation: 'Anfrage, die einen Entwurf anlegt',
    example: 'Beispielanfrage',
    certificateHint: (option) => [
      'Der Server verwendet ein eigenes, selbstsigniertes Zertifikat. Kopieren Sie die Datei auf den anderen Computer und ändern Sie den Pfad nach ',
      option('--cacert'),
      '.',
    ],
    documentation: 'API-Dokumentation',
  },
  passwordHint: 'Erforderlich, weil der Schlüssel privilegiert ist.',
  levels: { standard: 'Standard', privileged: 'Privilegiert' },
  limit: {
    title: 'Anfragelimit',
    label: 'Anfragen pro Schlüssel in 60 Sekunden',
    hint: 'Anfragen über dem Limit werden mit Status 429 abgelehnt und zählen nicht.',
    submit: 'Limit speichern',
  },
}

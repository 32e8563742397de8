// The platforms of the installation, for its operator.
import type { Messages } from '../../messages.ts'

export const platforms: Messages['office']['platforms'] = {
  title: 'Plattformen',
  new: 'Neue Plattform',
  intro:
    'Eine Plattform hat eigene Vorträge, Sponsoren, Benutzer, Schlüssel und Einstellungen und sieht nichts von anderen Plattformen.',
  platform: 'Plattform',
  name: 'Name',
  slug: 'Kurzname',
  slugHint: 'Kleinbuchstaben, Ziffern und Bindestriche. Die Befehlszeile verwendet diesen Namen.',
  timeZoneHint: 'Das Programm wird in dieser Zeitzone angezeigt.',
  owner: 'Erster Inhaber',
  create: 'Plattform erstellen',
  notCreated: 'Die Plattform wurde nicht erstellt. Beheben Sie diese Probleme:',
  current: 'Aktuell',
  otherHosts: 'Alle anderen Hostnamen',
  noHosts: 'Keine Hostnamen',
  hosts: 'Hostnamen',
  hostsOf: (name) => `Hostnamen von ${name}`,
  hostsHint:
    'Einer pro Zeile, ohne https:// und Port. Jeder Name muss zu diesem Server führen und von seinem Zertifikat abgedeckt sein.',
  created: {
    title: (name) => `Plattform „${name}“ erstellt`,
    notice:
      'Kopieren Sie das Passwort des Inhabers jetzt. Es wird nur einmal angezeigt und lässt sich später nicht mehr abrufen. Es muss bei der ersten Anmeldung geändert werden und läuft nach 7 Tagen ab.',
    password: (email) => `Passwort von ${email}`,
    next: 'Die Plattform hat noch keinen Hostnamen. Fügen Sie einen hinzu, damit sich der Inhaber anmelden kann.',
    addHosts: 'Hostnamen hinzufügen',
    all: 'Alle Plattformen',
  },
}

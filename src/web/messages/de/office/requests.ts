// The request log of the External API.
import type { Messages } from '../../messages.ts'
import { number } from '../formats.ts'

export const requests: Messages['office']['requests'] = {
  title: 'Anfrageprotokoll',
  intro: (zone) =>
    `Anfragen an die External API mit Schlüsseln dieser Plattform, sieben Tage lang aufbewahrt. Zeiten in ${zone}.`,
  notAnId: (example) => `Das ist keine Anfrage-ID. Geben Sie eine wie ${example} ein.`,
  key: 'Schlüssel',
  allKeys: 'Alle Schlüssel',
  status: 'Status',
  allStatuses: 'Alle Status',
  statuses: {
    ok: 'Erfolgreich (2xx)',
    errors: 'Alle Fehler (4xx und 5xx)',
    refused: 'Clientfehler (4xx)',
    failed: 'Serverfehler (5xx)',
  },
  operation: 'Operation',
  allOperations: 'Alle Operationen',
  requestId: 'Anfrage-ID',
  caption: 'Anfragen, neueste zuerst',
  time: 'Zeit',
  duration: 'Dauer',
  problems: 'Probleme',
  methodAndPath: 'Methode und Pfad',
  more: (count) => `und ${number(count)} weitere`,
  deletedKey: 'Gelöschter Schlüssel',
  noRequests: 'Noch keine Anfragen.',
  noRequestsAdvice: (documentation) => [
    'Anfragen mit einem API-Schlüssel dieser Plattform erscheinen hier. ',
    documentation('API-Dokumentation lesen'),
    '.',
  ],
  noMatches: 'Keine passenden Anfragen.',
  notFound:
    'Im Protokoll dieser Plattform gibt es keine solche Anfrage. Anfragen erscheinen innerhalb von zwei Sekunden und werden sieben Tage aufbewahrt.',
  page: {
    title: 'Anfrage',
    idLine: (id, text) => ['Anfrage ', id(text)],
    notLogged:
      'Diese Anfrage ist nicht im Anfrageprotokoll: Sie wurde auf einer Seite gestellt oder ist älter als sieben Tage.',
    changes: 'Änderungen',
    noChanges: 'Diese Anfrage hat nichts geändert.',
    timesIn: (zone) => `Zeiten in ${zone}.`,
    curl: 'Als curl kopieren',
    curlHint:
      'Setzen Sie Ihren API-Schlüssel anstelle von YOUR_API_KEY ein. Maskierte Werte sind nicht die gesendeten.',
    body: 'Anfragetext',
    noBody: 'Kein lesbarer Anfragetext.',
    masked:
      'E-Mail-Adressen sind maskiert. Namen, Benutzernamen und Secrets sind ausgeblendet. Nach 4 KiB wird der Text abgeschnitten.',
    response: 'Antworttext',
    noResponse: 'Die Antwort hatte keinen Text, oder er wird nicht aufbewahrt.',
    maskedResponse: 'Maskiert wie die Anfrage. Nach 2 KiB wird der Text abgeschnitten.',
  },
}

// Reading without a connection.
import type { Messages } from '../messages.ts'

export const offline: Messages['offline'] = {
  title: 'Sie sind offline',
  text: 'Diese Seite ist nicht auf diesem Gerät gespeichert. Versuchen Sie es erneut, sobald Sie verbunden sind.',
  links: (agenda, myAgenda) => [
    'Seiten, die Sie schon geöffnet haben, können Sie auch offline lesen, zum Beispiel ',
    agenda,
    ' und ',
    myAgenda,
    '.',
  ],
  notice:
    'Sie sind offline. Sie sehen die Seite so, wie Sie sie zuletzt geöffnet haben. Zeiten können sich geändert haben.',
}

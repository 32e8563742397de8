// Where visitors watch a talk: the stage on its page, and the player in it.
import type { Messages } from '../messages.ts'

export const stage: Messages['stage'] = {
  label: 'Video',
  startsIn: (time) => ['Beginnt in ', time],
  replayOpensIn: (time) => ['Aufzeichnung verfügbar in ', time],
  opening: 'Beginnt jetzt …',
  liveWithoutVideo: 'Dieser Vortrag läuft gerade, kann hier aber noch nicht angesehen werden.',
  ended: 'Dieser Vortrag ist zu Ende.',
  cancelled: 'Dieser Vortrag wurde abgesagt.',
  draft: (edit) => [
    'Dieser Vortrag ist ein Entwurf. Nur das Organisationsteam sieht diese Seite. ',
    edit('Vortrag bearbeiten'),
  ],
  replayMissing: 'Die Aufzeichnung ist noch nicht verfügbar.',
  endedWithVideo: 'Dieser Vortrag ist zu Ende. Das Video können Sie weiterhin ansehen.',
  next: (time, title) => ['Als Nächstes um ', time, ': ', title],
  needsAccount: (signIn) => [signIn('Melden Sie sich an'), ', um diesen Vortrag anzusehen.'],
  needsAcceptance: 'Sie können diesen Vortrag ansehen, sobald Ihre Registrierung angenommen wurde.',
  roomMissing: (setUp) => [
    'Besucher können diesen Vortrag nicht ansehen, weil es noch keine Videoräume für eingebettete Vorträge gibt. ',
    setUp('Videoräume einrichten'),
  ],
  room: (title) => `Raum von „${title}“`,
  video: (title) => `Video von „${title}“`,
  player: {
    problems: 'Probleme mit der Wiedergabe?',
    openRecording: 'Aufzeichnung öffnen',
    openStream: 'Stream öffnen',
    streamNeedsPlayer: 'Dieser Stream läuft in einem Mediaplayer.',
    openPlayer: 'Im Mediaplayer öffnen',
    streamAddress: (address) => ['Streamadresse: ', address],
    otherSite: 'Dieser Vortrag findet auf einer anderen Website statt.',
    join: (host) => `Auf ${host} teilnehmen`,
    unmute: 'Ton einschalten',
    goLive: 'Zum Livebild',
    unplayable: 'Dieser Browser kann das Video nicht abspielen.',
    unplayableAdvice:
      'Versuchen Sie es mit einem anderen Browser oder öffnen Sie den Link unten in einem Mediaplayer.',
    waiting: 'Der Stream ist nicht erreichbar. Neuer Versuch …',
  },
}

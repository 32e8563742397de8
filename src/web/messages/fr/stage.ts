// Where visitors watch a talk: the stage on its page, and the player in it.
import type { Messages } from '../messages.ts'

export const stage: Messages['stage'] = {
  label: 'Vidéo',
  startsIn: (time) => ['Commence dans ', time],
  replayOpensIn: (time) => ['Replay disponible dans ', time],
  opening: 'Ça commence…',
  liveWithoutVideo: 'Cette conférence est en direct, mais vous ne pouvez pas encore la regarder ici.',
  ended: 'Cette conférence est terminée.',
  cancelled: 'Cette conférence a été annulée.',
  draft: (edit) => [
    'Cette conférence est un brouillon. Seule l’équipe voit cette page. ',
    edit('Modifier la conférence'),
  ],
  replayMissing: 'Le replay n’est pas encore disponible.',
  endedWithVideo: 'Cette conférence est terminée. Vous pouvez encore regarder la vidéo.',
  next: (time, title) => ['À suivre à ', time, ' : ', title],
  needsAccount: (signIn) => [signIn('Connectez-vous'), ' pour regarder cette conférence.'],
  needsAcceptance: 'Vous pourrez regarder cette conférence une fois votre inscription acceptée.',
  roomMissing: (setUp) => [
    'Les visiteurs ne peuvent pas regarder cette conférence : il n’y a pas encore de salles vidéo pour les conférences intégrées. ',
    setUp('Configurer les salles vidéo'),
  ],
  room: (title) => `Salle de « ${title} »`,
  video: (title) => `Vidéo de « ${title} »`,
  player: {
    problems: 'Un problème de lecture ?',
    openRecording: 'Ouvrir l’enregistrement',
    openStream: 'Ouvrir le flux',
    streamNeedsPlayer: 'Ce flux se lit dans un lecteur multimédia.',
    openPlayer: 'Ouvrir dans un lecteur multimédia',
    streamAddress: (address) => ['Adresse du flux : ', address],
    otherSite: 'Cette conférence a lieu sur un autre site.',
    join: (host) => `Rejoindre sur ${host}`,
    unmute: 'Activer le son',
    goLive: 'Revenir au direct',
    unplayable: 'Ce navigateur ne peut pas lire la vidéo.',
    unplayableAdvice: 'Essayez un autre navigateur ou ouvrez le lien ci-dessous dans un lecteur multimédia.',
    waiting: 'Le flux est injoignable. Nouvelle tentative…',
  },
}

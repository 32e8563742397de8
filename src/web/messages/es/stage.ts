// Where visitors watch a talk: the stage on its page, and the player in it.
import type { Messages } from '../messages.ts'

export const stage: Messages['stage'] = {
  label: 'Vídeo',
  startsIn: (time) => ['Empieza en ', time],
  replayOpensIn: (time) => ['La grabación se abre en ', time],
  opening: 'Empezando…',
  liveWithoutVideo: 'Esta charla está en directo, pero aún no puedes verla aquí.',
  ended: 'Esta charla ha terminado.',
  cancelled: 'Esta charla se ha cancelado.',
  draft: (edit) => ['Esta charla es un borrador. Solo el equipo ve esta página. ', edit('Editar la charla')],
  replayMissing: 'La grabación aún no está disponible.',
  endedWithVideo: 'Esta charla ha terminado. Todavía puedes ver el vídeo.',
  next: (time, title) => ['A continuación, a las ', time, ': ', title],
  needsAccount: (signIn) => [signIn('Inicia sesión'), ' para ver esta charla.'],
  needsAcceptance: 'Podrás ver esta charla cuando se acepte tu inscripción.',
  roomMissing: (setUp) => [
    'Los visitantes no pueden ver esta charla: aún no hay salas de vídeo para las charlas integradas. ',
    setUp('Configurar salas de vídeo'),
  ],
  room: (title) => `Sala de “${title}”`,
  video: (title) => `Vídeo de “${title}”`,
  player: {
    problems: '¿Problemas para reproducir el vídeo?',
    openRecording: 'Abrir la grabación',
    openStream: 'Abrir la emisión',
    streamNeedsPlayer: 'Esta emisión se ve en un reproductor multimedia.',
    openPlayer: 'Abrir en un reproductor multimedia',
    streamAddress: (address) => ['Dirección de la emisión: ', address],
    otherSite: 'Esta charla tiene lugar en otro sitio web.',
    join: (host) => `Unirse en ${host}`,
    unmute: 'Activar el sonido',
    goLive: 'Volver al directo',
    unplayable: 'Este navegador no puede reproducir el vídeo.',
    unplayableAdvice: 'Prueba con otro navegador o abre el enlace de abajo en un reproductor multimedia.',
    waiting: 'No se puede acceder a la emisión. Intentándolo de nuevo…',
  },
}

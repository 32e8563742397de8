// What is live about a talk: the chat, and what moderators do.
import type { Messages } from '../messages.ts'
import { plural } from './formats.ts'

export const live: Messages['live'] = {
  label: 'En directo',
  close: 'Cerrar',
  refresh: 'Actualizar para ver las novedades',
  connectionLost: 'Se ha perdido la conexión. Conectando de nuevo…',
  newMessages: 'Mensajes nuevos:',
  speaker: 'Ponente',
  team: 'Equipo',
  deletedAccount: 'Cuenta eliminada',
  chat: {
    heading: 'Chat',
    log: 'Mensajes',
    empty: 'Aún no hay mensajes. Saluda.',
    earlier: 'Mensajes anteriores',
    earlierTitle: (talk) => `Chat de “${talk}”`,
    signIn: 'Inicia sesión para escribir',
    message: 'Tu mensaje',
    placeholder: 'Escribe un mensaje',
    send: 'Enviar',
    pinned: 'Fijado',
    paused: 'El chat está en pausa.',
    approval: 'Los mensajes aparecen cuando la moderación los aprueba.',
    slow: (seconds) =>
      `Modo lento: un mensaje cada ${plural(seconds, { one: '# segundo', other: '# segundos' })}.`,
    moderate: 'Moderar el chat',
    waiting: (count) => plural(count, { one: '# mensaje por revisar', other: '# mensajes por revisar' }),
    actions: (name) => `Mensaje de ${name}: responder, reaccionar o denunciar`,
    answering: (name) => `Respuesta a ${name}:`,
    held: 'Pendiente de moderación',
    removed: (reason) =>
      reason === null
        ? 'La moderación ha retirado este mensaje.'
        : `La moderación ha retirado este mensaje: ${reason}`,
    reported: (count) => plural(count, { one: 'Denunciado una vez', other: 'Denunciado # veces' }),
    react: 'Reaccionar con',
    bridged: 'De otro chat',
    page: {
      title: (name) => `Mensaje de ${name}`,
      back: 'Volver a la charla',
      answer: 'Responder',
      answerPlaceholder: 'Escribe una respuesta',
      reactions: 'Reacciones',
      deleteOwn: 'Eliminar mensaje',
      report: 'Denunciar',
      reportReason: '¿Qué tiene de malo? (opcional)',
      moderation: 'Moderación',
      reason: 'Motivo (opcional)',
      reasonHint: 'Lo ve quien escribió el mensaje.',
      remove: 'Retirar mensaje',
      approve: 'Aprobar mensaje',
      pin: 'Fijar mensaje',
      unpin: 'Dejar de fijar',
      mute: 'Silenciar',
      muteFor: 'Silenciar durante',
      minutes: (count) =>
        count % 60 === 0
          ? plural(count / 60, { one: '# hora', other: '# horas' })
          : plural(count, { one: '# minuto', other: '# minutos' }),
      wholeEvent: 'todo el evento',
      removeAll: 'Retirar todos los mensajes de esta persona',
    },
    moderation: {
      title: 'Moderación',
      mode: 'Quién puede escribir',
      modes: {
        open: 'Cualquier persona con una cuenta',
        approval: 'Todo el mundo, con aprobación',
        paused: 'Solo ponentes y moderadores',
      },
      slowSeconds: 'Segundos entre dos mensajes de una persona',
      slowHint:
        '0 desactiva el modo lento. Un chat con más de 50 mensajes por segundo pasa a él automáticamente.',
      save: 'Guardar',
      review: 'Por revisar',
      noneToReview: 'No hay nada que revisar.',
      mutes: 'Personas silenciadas',
      noMutes: 'No hay nadie silenciado.',
      until: (time) => `hasta ${time}`,
      unmute: 'Dejar de silenciar',
      pauseAll: 'Pausar todos los chats',
      continueAll: 'Reanudar todos los chats',
      pauseAllHint: 'Pausa a la vez los chats de todas las charlas de esta plataforma.',
    },
  },
}

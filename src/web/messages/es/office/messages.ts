// Mensajes a un grupo.
import type { Messages } from '../../messages.ts'
import { number, plural } from '../formats.ts'

export const messages: Messages['office']['messages'] = {
  title: 'Mensajes',
  newMessage: 'Mensaje nuevo',
  intro: 'Los correos que envías a un grupo. Se muestran durante 30 días.',
  none: 'Aún no hay mensajes.',
  to: 'Para',
  toHint: 'No los reciben quienes han cancelado la suscripción ni las inscripciones no aceptadas.',
  talk: 'Charla',
  noTalk: 'Ninguna charla',
  talkHint: 'Para «Quienes tienen una charla como favorita».',
  chooseTalk: 'elige la charla',
  subject: 'Asunto',
  text: 'Texto',
  textHint: 'Markdown sin HTML. {name} es el nombre y {platform} el nombre del evento.',
  preview: 'Vista previa',
  cancel: 'Cancelar',
  edit: 'Editar',
  sendTest: 'Enviarme una prueba',
  addresses: 'Descargar direcciones',
  progress: 'Progreso',
  sentAt: 'Enviado',
  queuing: 'Poniendo en cola',
  nobody: 'Nadie',
  queue: 'Todos los correos',
  groups: {
    everyone: 'Todo el mundo',
    attendees: 'Asistentes',
    speakers: 'Ponentes y moderadores',
    stars: 'Quienes tienen una charla como favorita',
  },
  noMailServer:
    'Esta instalación no envía correos. Copia el texto y envíalo tú a las direcciones, como copia oculta.',
  testHint: (email) => `Se envía una prueba a ${email}.`,
  recipients: (count) =>
    plural(count, { one: '# persona recibe este correo.', other: '# personas reciben este correo.' }),
  send: (count) => plural(count, { one: 'Enviar a # persona', other: 'Enviar a # personas' }),
  count: (count, state) => `${number(count)} ${state}`,
}

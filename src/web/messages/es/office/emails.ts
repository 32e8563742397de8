// Configuración > Correos: la cola.
import type { Messages } from '../../messages.ts'
import { list } from '../formats.ts'

export const emails: Messages['office']['emails'] = {
  kinds: {
    reset_link: 'Enlace de restablecimiento',
    sign_in_link: 'Enlace de inicio de sesión',
    confirmation: 'Confirmación de una dirección',
    invitation: 'Invitación',
    registration_accepted: 'Inscripción aceptada',
    registration_rejected: 'Inscripción rechazada',
    talk_changes: 'Cambios en charlas',
    talk_reminder: 'Recordatorio',
    message: 'Mensaje',
  },
  states: {
    waiting: 'En espera',
    sent: 'Enviado',
    failed: 'Fallido',
    expired: 'Caducado',
    canceled: 'Retirado',
  },
  texts: 'Textos',
  textsIntro: 'Cada persona recibe los correos en su idioma. Puedes cambiar los textos en cada uno.',
  changed: 'Cambiado',
  occasions: {
    invitation: 'Se envía cuando creas una cuenta, con el enlace para configurarla.',
    registration_accepted: 'Se envía cuando aceptas una inscripción.',
    registration_rejected: 'Se envía cuando rechazas una inscripción.',
    talk_changes:
      'Se envía cinco minutos después de que unas charlas cambien, se cancelen o se recuperen, a quienes las han marcado como favoritas o participan en ellas.',
    talk_reminder: 'Se envía 30 minutos antes de las charlas favoritas, a quienes lo han pedido.',
  },
  languages: 'Idiomas',
  subject: 'Asunto',
  text: 'Texto',
  placeholders: (names) => `Campos: ${list(names)}.`,
  placeholderNames: {
    name: '{name} es el nombre',
    platform: '{platform} es el nombre del evento',
    link: '{link} es el enlace',
    until: '{until} es cuándo caduca el enlace',
    inviter: '{inviter} es quien invita',
    summary: '{summary} es lo esencial en pocas palabras',
    changes: '{changes} son los cambios',
    talks: '{talks} son las charlas que empiezan',
    time: '{time} es cuándo empiezan',
  },
  unknownPlaceholder: (placeholder, known) =>
    `contiene ${placeholder}, que no es un campo de este correo; usa ${list(known)}`,
  missingLink: 'debe contener {link}; si no, nadie puede aceptar la invitación',
  hasUnsubscribeLink: 'Después del texto hay un enlace para cancelar la suscripción.',
  noAddress:
    'Los cambios en charlas y los recordatorios no se envían porque esta instalación no conoce su dirección: configura LECTERN_PUBLIC_URL.',
  preview: 'Vista previa',
  restore: 'Restaurar el texto original',
  back: 'Todos los correos',
  testIntro: (email) => `Se envía una prueba con valores de ejemplo a ${email}. Tiene el texto guardado.`,
  sendTest: 'Enviarme una prueba',
  noMailServer:
    'Esta instalación no envía correos. Los enlaces se te muestran a ti para que los compartas. Para enviar correos, configura LECTERN_SMTP_URL y LECTERN_MAIL_FROM.',
  queue: 'Enviados y en espera',
  intro: (zone) =>
    `Los más recientes primero. Los correos se guardan 30 días, sin los enlaces que contienen. Horas en ${zone}.`,
  state: 'Estado',
  allStates: 'Todos los estados',
  none: 'Aún no hay correos. Aparecen aquí cuando se envía uno.',
  noMatches: 'No hay correos que coincidan.',
  recipient: 'Destinatario',
  kind: 'Correo',
  queued: 'En cola desde',
  lastError: 'Último error',
  nextAttempt: (at) => `Próximo intento: ${at}`,
  retry: 'Enviar de nuevo',
  retryFor: (recipient) => `Enviar de nuevo a ${recipient}`,
  action: 'Acción',
}

// Configuración > Correos: la cola.
import type { Messages } from '../../messages.ts'

export const emails: Messages['office']['emails'] = {
  kinds: {
    reset_link: 'Enlace de restablecimiento',
    sign_in_link: 'Enlace de inicio de sesión',
    confirmation: 'Confirmación de una dirección',
    invitation: 'Invitación',
  },
  states: {
    waiting: 'En espera',
    sent: 'Enviado',
    failed: 'Fallido',
    expired: 'Caducado',
    canceled: 'Retirado',
  },
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

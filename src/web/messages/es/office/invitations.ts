// Invitaciones a personas cuya cuenta nadie ha configurado todavía.
import type { Messages } from '../../messages.ts'

export const invitations: Messages['office']['invitations'] = {
  title: 'Invitación',
  none: 'Esta persona aún no ha configurado su cuenta.',
  open: (until) => `La invitación se puede usar hasta el ${until}. Una nueva la reemplaza.`,
  send: 'Enviar invitación',
  sendAgain: 'Enviar de nuevo',
  create: 'Crear enlace de invitación',
  revoke: 'Revocar',
  titleFor: (name) => `Invitación para ${name}`,
  shownOnce: 'Esta invitación se muestra una sola vez.',
  use: (email, until) => `Quien tenga el enlace puede configurar la cuenta de ${email} hasta el ${until}.`,
  link: 'Enlace',
  textToSend: 'Texto para enviar',
  passOn: (until) =>
    `Esta instalación no envía correos. Envía ahora a cada persona su texto: se muestra una sola vez y su enlace funciona hasta el ${until}.`,
  another: 'Invitar a otra persona',
}

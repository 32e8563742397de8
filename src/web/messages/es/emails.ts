// E-mails to users, as plain text.
import type { Messages } from '../messages.ts'

export const emails: Messages['emails'] = {
  resetLink: {
    subject: (platform) => `${platform}: elige una contraseña nueva`,
    text: ({ name, username, platform, url, until }) =>
      [
        `Hola, ${name}:`,
        `Usa este enlace para elegir una contraseña nueva para tu cuenta en ${platform}. Funciona una sola vez, hasta el ${until}:`,
        url,
        `Tu nombre de usuario es ${username}. Si no has pedido este enlace, avisa al equipo organizador. Tu contraseña actual funciona hasta que se use el enlace.`,
      ].join('\n\n'),
  },
  signInLink: {
    subject: (platform) => `${platform}: iniciar sesión`,
    text: ({ name, platform, url, device }) =>
      [
        `Hola, ${name}:`,
        `Usa este enlace para iniciar sesión en ${platform}. Funciona una sola vez, durante 15 minutos:`,
        url,
        `El enlace se ha pedido en este dispositivo: ${device}. Si no has sido tú, ignora este correo. Nadie puede iniciar sesión sin el enlace.`,
      ].join('\n\n'),
  },
  confirmation: {
    subject: (platform) => `${platform}: confirma tu correo electrónico`,
    text: ({ name, platform, url, until }) =>
      [
        `Hola, ${name}:`,
        `Usa este enlace para confirmar esta dirección para tu cuenta en ${platform}. Funciona una sola vez, hasta el ${until}:`,
        url,
        'Si no has pedido este enlace, ignora este correo. No cambia nada.',
      ].join('\n\n'),
  },
  invitation: {
    subject: (platform) => `${platform}: tu invitación`,
    text: ({ name, platform, url, until, inviter }) =>
      [
        `Hola, ${name}:`,
        `${inviter} te invita a ${platform}. Usa este enlace para configurar tu cuenta. Funciona una sola vez, hasta el ${until}:`,
        url,
        'Si no esperabas esta invitación, ignora este correo. Nadie puede usar la cuenta sin el enlace.',
      ].join('\n\n'),
  },
  registrationAccepted: {
    subject: (platform) => `${platform}: tu inscripción está aceptada`,
    text: ({ name, platform, url }) =>
      [`Hola, ${name}:`, `Tu inscripción en ${platform} está aceptada. ¡Nos vemos allí!`, url].join('\n\n'),
  },
  registrationRejected: {
    subject: (platform) => `${platform}: tu inscripción`,
    text: ({ name, platform }) =>
      [
        `Hola, ${name}:`,
        `Gracias por tu interés en ${platform}. Lamentablemente, no podemos aceptar tu inscripción.`,
      ].join('\n\n'),
  },
}

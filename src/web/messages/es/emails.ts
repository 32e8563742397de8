// E-mails to users, as plain text.
import type { Messages } from '../messages.ts'
import { plural } from './formats.ts'

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
  proposalApproved: {
    subject: ({ platform, talk }) => `${platform}: tus cambios en «${talk}» están aprobados`,
    text: ({ name, talk, url }) =>
      [
        `Hola, ${name}:`,
        `Gracias por tus cambios en «${talk}». Están aprobados y ya se ven en la charla:`,
        url,
      ].join('\n\n'),
  },
  proposalRejected: {
    subject: ({ platform, talk }) => `${platform}: tus cambios en «${talk}»`,
    text: ({ name, talk, reason, url }) =>
      [
        `Hola, ${name}:`,
        `Tus cambios en «${talk}» no se han aprobado. El motivo:`,
        reason,
        `Puedes corregirlos y proponerlos de nuevo: ${url}`,
      ].join('\n\n'),
  },
  talkChanges: {
    subject: ({ platform, summary }) => `${platform}: ${summary}`,
    text: ({ name, items, url }) =>
      [`Hola, ${name}:`, 'Hay cambios en tus charlas:', items, `Tu programa: ${url}`].join('\n\n'),
  },
  talkReminder: {
    subject: ({ platform, summary }) => `${platform}: ${summary}`,
    text: ({ name, items, time, url }) =>
      [`Hola, ${name}:`, `Empieza a las ${time}:`, items, `Tu programa: ${url}`].join('\n\n'),
  },
  changes: {
    isCanceled: (title) => `«${title}» se ha cancelado`,
    isPublished: (title) => `«${title}» sí se celebra`,
    newTime: (title) => `nueva hora de «${title}»`,
    newRoom: (title) => `nueva sala de «${title}»`,
    talks: (count) => plural(count, { one: 'cambios en # charla', other: 'cambios en # charlas' }),
    wasPlanned: (slot) => `Cancelada. Estaba prevista: ${slot}`,
    takesPlace: (slot) => `Sí se celebra: ${slot}`,
    now: (slot) => `Ahora: ${slot}`,
    before: (slot) => `Antes: ${slot}`,
  },
  starts: (title, clock) => `«${title}» empieza a las ${clock}`,
  start: (count, clock) =>
    plural(count, { one: `# charla empieza a las ${clock}`, other: `# charlas empiezan a las ${clock}` }),
  sampleTalk: 'Pruebas en las que se confía',
  sampleRoom: 'Sala principal',
  sampleReason: 'Acorta el título a 80 caracteres como máximo.',
  footers: {
    talk_changes: (url) =>
      `Recibes este correo porque has marcado estas charlas como favoritas o participas en ellas. Para no recibir más: ${url}`,
    talk_reminder: (url) =>
      `Recibes este correo porque pediste que te recordáramos tus charlas. Para no recibir más: ${url}`,
    message: (url) =>
      `Recibes este correo porque tienes una cuenta en este sitio. Para no recibir más: ${url}`,
  },
  choices: {
    title: 'Correos',
    text: 'Siempre recibes los correos sobre tu cuenta, como los enlaces para crear una contraseña.',
    legend: 'Quiero recibir',
    saved: 'Guardado.',
    labels: {
      talk_changes: 'Cambios en mis charlas',
      talk_reminder: 'Recordatorios',
      message: 'Mensajes de la organización',
    },
    hints: {
      talk_changes: 'Cuando una charla favorita, o en la que participas, cambia o se cancela.',
      talk_reminder: '30 minutos antes de que empiece una charla favorita.',
      message: 'Noticias sobre el evento.',
    },
  },
  unsubscribe: {
    title: 'Cancelar la suscripción',
    texts: {
      talk_changes: (platform) =>
        `¿Quieres dejar de recibir correos sobre cambios en tus charlas de ${platform}?`,
      talk_reminder: (platform) => `¿Quieres dejar de recibir recordatorios de tus charlas de ${platform}?`,
      message: (platform) => `¿Quieres dejar de recibir mensajes de la organización de ${platform}?`,
    },
    submit: 'Cancelar la suscripción',
    doneTitle: 'Suscripción cancelada',
    done: 'Ya no recibirás estos correos.',
    all: 'Elegir tus correos',
    invalidTitle: 'Este enlace no funciona',
    invalidText: 'Copia el enlace completo del correo o inicia sesión para elegir tus correos.',
  },
}

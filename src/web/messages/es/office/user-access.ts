// What a user may do: role, registration, password, and two-factor authentication.
import type { Messages } from '../../messages.ts'

export const userAccess: Messages['office']['userAccess'] = {
  title: (name) => `Acceso de ${name}`,
  ownersOnly: 'Solo los propietarios pueden cambiar el acceso de administradores y propietarios.',
  role: 'Rol',
  roles: {
    attendee: 'Asistente: puede asistir',
    speaker: 'Ponente: también puede hablar y moderar',
    admin: 'Administrador: también puede usar el Back Office',
    owner: 'Propietario: también puede gestionar administradores, propietarios y claves privilegiadas',
  },
  roleHint: 'Se aplica de inmediato, incluso en sesiones abiertas. La External API no puede cambiar roles.',
  changeRole: 'Cambiar rol',
  registration: 'Inscripción',
  alwaysAccepted: 'Las inscripciones de administradores y propietarios siempre están aceptadas.',
  accept: 'Aceptar',
  reject: 'Rechazar',
  rejectedHint: 'Los usuarios rechazados no pueden iniciar sesión.',
  password: 'Contraseña',
  resetLinkIntro:
    'Crea un enlace para que este usuario elija una contraseña nueva. Funciona una sola vez, durante 24 horas, y sustituye a los enlaces anteriores.',
  createResetLink: 'Crear enlace de restablecimiento',
  resetLink: 'Enlace de restablecimiento',
  resetLinkShownOnce: 'Este enlace se muestra una sola vez y no se podrá recuperar después.',
  resetLinkTitle: (name) => `Enlace de restablecimiento para ${name}`,
  resetLinkUse: (email, until) =>
    `Cualquiera que lo tenga puede elegir una contraseña nueva para ${email} hasta el ${until}.`,
  emailed: 'También se envía por correo electrónico.',
  notEmailed: 'Compártelo tú: esta instalación no envía correos.',
  twoFactor: 'Autenticación en dos pasos',
  twoFactorTitle: (name) => `Autenticación en dos pasos de ${name}`,
  twoFactorIntro:
    'Este usuario inicia sesión con una contraseña y un código de una aplicación de autenticación.',
  turnOff: 'Desactivar',
  turnOffTitle: 'Desactivar la autenticación en dos pasos',
  turnOffIntro: (email) =>
    `Hazlo si se ha perdido la aplicación de autenticación. Después, a ${email} le bastará la contraseña para iniciar sesión, hasta que el usuario vuelva a activar la autenticación en dos pasos. Asegúrate de que la petición viene de la persona titular de la cuenta.`,
  notTurnedOff: 'La autenticación en dos pasos sigue activada.',
  passwordHint: 'Necesaria porque esto hace menos seguro el inicio de sesión.',
}

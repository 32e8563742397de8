// Signing in and up, reset links, and the setup of a new platform.
import type { Messages } from '../messages.ts'

export const signIn: Messages['signIn'] = {
  title: 'Iniciar sesión',
  name: 'Correo electrónico o nombre de usuario',
  submit: 'Iniciar sesión',
  noAccount: '¿Aún no tienes cuenta?',
  signUp: 'Inscribirse',
  forgotPassword: '¿Has olvidado tu contraseña? Pide al equipo organizador un enlace de restablecimiento.',
  emailChanged: 'Correo electrónico cambiado. Inicia sesión con el nuevo.',
  passwordSet: 'Contraseña cambiada. Inicia sesión con la nueva.',
  accountDeleted: 'Tu cuenta se ha eliminado.',
  failures: {
    refused: 'Correo electrónico, nombre de usuario o contraseña incorrectos.',
    step_expired: 'Tu inicio de sesión ha caducado. Inicia sesión de nuevo.',
    password_expired:
      'Esta contraseña ha caducado. Pide al equipo organizador un enlace de restablecimiento.',
  },
  or: 'o',
  byEmail: 'Recibir un enlace por correo electrónico',
  link: {
    title: 'Iniciar sesión por correo electrónico',
    text: 'Enviamos un enlace a tu correo electrónico. Puedes abrirlo en cualquier dispositivo.',
    send: 'Enviar enlace',
    withPassword: 'Iniciar sesión con contraseña',
    sentTitle: 'Revisa tu correo',
    sent: 'Si este correo electrónico tiene una cuenta, hay un enlace de inicio de sesión en camino. Funciona una sola vez, durante 15 minutos, en el dispositivo donde lo abras.',
    notReceived:
      '¿No ha llegado nada? Revisa la carpeta de correo no deseado y que la dirección esté bien escrita.',
    again: 'Pedir un enlace nuevo',
    confirm: (email, platform) => [
      'Vas a iniciar sesión como ',
      email,
      ` en ${platform} en este dispositivo.`,
    ],
    invalid: 'Un enlace de inicio de sesión funciona una sola vez, durante 15 minutos.',
  },
  passkey: {
    submit: 'Iniciar sesión con una clave de acceso',
    failed: 'No se ha podido iniciar sesión con una clave de acceso. Inténtalo de nuevo o usa tu contraseña.',
  },
  openId: {
    submit: (host) => `Iniciar sesión con ${host}`,
    failures: {
      too_many: 'Demasiados intentos. Espera un minuto y vuelve a intentarlo.',
      expired: 'Tu inicio de sesión ha caducado o ya se ha usado. Vuelve a iniciar sesión.',
      denied: 'No se inició tu sesión allí. Inténtalo de nuevo o inicia sesión de otra forma.',
      unverified:
        'Tu cuenta allí no tiene un correo electrónico verificado. Verifícalo allí o inicia sesión de otra forma.',
      closed:
        'No hay ninguna cuenta con tu correo electrónico y el registro está cerrado. Pide una invitación al equipo organizador.',
      refused:
        'No puedes entrar en esta cuenta de esta forma. Usa tu invitación si tienes una o pregunta al equipo organizador.',
      unreachable:
        'No se puede conectar con el servicio de inicio de sesión. Inténtalo más tarde o inicia sesión de otra forma.',
      misconfigured:
        'El servicio de inicio de sesión está mal configurado. Inicia sesión de otra forma y avisa al equipo organizador.',
      invalid_response:
        'La respuesta del servicio de inicio de sesión no es válida. Inténtalo de nuevo o inicia sesión de otra forma.',
    },
  },
  twoFactor: {
    title: 'Autenticación en dos pasos',
    code: 'Código de autenticación',
    codeHint: 'Seis dígitos de tu aplicación de autenticación.',
    wrongCode: 'Código incorrecto. Escribe el código que muestra la aplicación ahora.',
    otherAccount: 'Usar otra cuenta',
  },
}

export const signUp: Messages['signUp'] = {
  title: 'Inscribirse',
  text: (platform) =>
    `Crea una cuenta para ${platform}. El equipo organizador revisa todas las inscripciones.`,
  submit: 'Inscribirse',
  hasAccount: '¿Ya tienes una cuenta?',
  signIn: 'Iniciar sesión',
  done: {
    title: 'Inscripción recibida',
    text: 'El equipo organizador revisará tu inscripción. Mientras tanto, puedes iniciar sesión con tu correo electrónico y tu contraseña y completar tu perfil.',
    existing: 'Si ya tenías una cuenta con este correo electrónico, no ha cambiado, y su contraseña tampoco.',
  },
}

export const resetLink: Messages['resetLink'] = {
  title: 'Elegir una contraseña nueva',
  account: (email, platform) => ['Para ', email, ` en ${platform}.`],
  submit: 'Guardar contraseña',
  invalidTitle: 'Enlace no válido o caducado',
  invalidText:
    'Un enlace de restablecimiento funciona una sola vez, durante 24 horas. Pide uno nuevo al equipo organizador.',
  signIn: 'Ir al inicio de sesión',
}

export const confirmEmail: Messages['confirmEmail'] = {
  title: 'Confirmar tu correo electrónico',
  text: (email, platform) => ['Usar ', email, ` para tu cuenta en ${platform}.`],
  submit: 'Confirmar correo electrónico',
  invalidText:
    'El enlace funciona una sola vez, durante 24 horas, y no para una dirección que ya tiene cuenta. Para obtener uno nuevo, vuelve a cambiar el correo electrónico en tu perfil.',
}

export const setup: Messages['setup'] = {
  title: 'Te damos la bienvenida',
  text: 'Describe tu evento y crea la cuenta del propietario. Más adelante podrás cambiarlo todo en el Back Office.',
  event: 'Evento',
  name: 'Nombre del evento',
  accent: 'Color de acento',
  accentHint: 'Para enlaces, botones e insignias.',
  owner: 'Propietario',
  submit: 'Terminar la configuración',
  invalidTitle: 'Enlace no válido o caducado',
  invalidText:
    'Un enlace de configuración funciona una sola vez, durante 24 horas. Mientras la plataforma no tenga propietario, el servidor muestra un enlace nuevo cada vez que arranca.',
}

export const invitation: Messages['invitation'] = {
  title: (platform) => `Te damos la bienvenida a ${platform}`,
  text: (email) => ['Configura tu cuenta para ', email, '.'],
  submit: 'Crear cuenta',
  passkeyTitle: 'O sin contraseña',
  passkeyText: 'Con una clave de acceso inicias sesión con tu huella, tu cara o el PIN de tu dispositivo.',
  invalidText:
    'Una invitación funciona una sola vez, durante 7 días, y una nueva la reemplaza. Si ya la has usado, inicia sesión. Si no, pide una nueva al equipo organizador.',
}

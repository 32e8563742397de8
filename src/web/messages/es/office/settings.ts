// The settings of a platform.
import type { Messages } from '../../messages.ts'
import { number } from '../formats.ts'

export const settings: Messages['office']['settings'] = {
  title: 'Configuración',
  tabs: {
    general: 'General',
    features: 'Funciones',
    rooms: 'Salas de vídeo',
    live: 'Directo',
    signIn: 'Inicio de sesión',
    emails: 'Correos',
    passwords: 'Contraseñas',
    retention: 'Conservación',
    export: 'Exportación',
    advanced: 'Avanzado',
    platforms: 'Plataformas',
  },
  general: {
    event: 'Evento',
    name: 'Nombre',
    tagline: 'Lema',
    taglineHint: 'Una frase que se muestra debajo del nombre en la página de inicio.',
    firstDay: 'Primer día',
    lastDay: 'Último día',
    daysHint: 'Sin días, la página de inicio muestra los de las charlas.',
    venue: 'Dirección del lugar',
    venueHint: 'Una línea que se muestra al final de cada página.',
    timeZoneHint: 'Las horas del programa están en esta zona horaria, salvo que un visitante elija otra.',
    language: 'Idioma predeterminado',
    languageHint: 'De páginas y correos, cuando el navegador no pide ninguno de los idiomas de abajo.',
    languages: 'Idiomas',
    languagesHint: 'Los visitantes pueden elegir entre estos. El idioma predeterminado siempre se ofrece.',
    hasSignUp: 'Permitir que los visitantes se inscriban',
    hasSignUpHint: 'Las cuentas nuevas esperan en Inscripciones hasta que las revises.',
    appearance: 'Apariencia',
    banner: 'URL del banner',
    bannerHint: 'Al menos 1200 píxeles de ancho. Se muestra en la página de inicio y en los enlaces.',
    logo: 'URL del logotipo',
    logoHint: 'Se muestra con 32 píxeles de alto.',
    icon: 'URL del icono',
    iconHint:
      'Los navegadores lo muestran en pestañas y marcadores, y los teléfonos en la pantalla de inicio.',
    accent: 'Color de acento',
    accentHint:
      'El color de enlaces, botones e insignias. El texto encima es negro o blanco, según cuál se lea mejor.',
    scheme: 'Tema',
    schemes: { auto: 'Como el dispositivo del visitante', light: 'Siempre claro', dark: 'Siempre oscuro' },
    sponsorLevels: 'Niveles de patrocinadores',
    sponsorLevelsHint: 'Los nombres de los niveles 1 a 5, tal como los ven los visitantes.',
    sponsorLevel: (level) => `Nivel ${level}`,
    addresses: 'Nombres de host',
    hosts: 'Nombres de host',
    hostsHint:
      'Uno por línea. Esta plataforma también responde en los nombres de host que no tiene ninguna otra.',
    noHosts: 'Ninguno',
    operatorOnly: 'Solo el operador de esta instalación puede cambiar los nombres de host.',
  },
  features: {
    intro: 'Una función está disponible en una charla cuando la permiten esta configuración y la charla.',
    legend: 'Funciones de las charlas',
    hints: {
      chat: 'Permite el chat en las páginas de las charlas.',
      questions: 'Permite preguntar a los ponentes en las páginas de las charlas.',
      surveys: 'Permite encuestas en las páginas de las charlas.',
      viewersCount: 'Permite a todo el mundo ver cuántas personas están mirando.',
      viewersList: 'Permite a todo el mundo ver quién está mirando, si esas personas lo han aceptado.',
      rewardsEarning: 'Permite a los espectadores ganar puntos.',
    },
    talkEditing: 'Los ponentes editan sus charlas',
    talkEditingHint: 'Título, descripción, detalles, idioma, imagen y diapositivas, en su cuenta.',
    talkEditings: { off: 'No', approval: 'Con aprobación', direct: 'Directamente' },
    questionsAreReviewed: 'Revisar las preguntas nuevas',
    questionsAreReviewedHint: 'Las preguntas nuevas aparecen cuando la moderación las aprueba.',
  },
  passwords: {
    intro: (shortest) =>
      `Todas las contraseñas tienen minúsculas y mayúsculas. Las generadas tienen al menos 20 caracteres. Las que eligen las personas tienen al menos ${number(shortest)} caracteres y no deben ser comunes.`,
    legend: 'Requisitos',
    minLength: 'Longitud mínima',
    minLengthHint: 'De 8 a 128 caracteres.',
    digits: 'Exigir un dígito',
    symbols: 'Exigir un símbolo',
  },
  signIn: {
    links: 'Enlaces de inicio de sesión',
    hasLinks: 'Permitir iniciar sesión con un enlace por correo electrónico',
    hasLinksHint:
      'Un enlace funciona una sola vez, durante 15 minutos. La autenticación en dos pasos sigue pidiendo un código.',
    noMailServer: 'No se ofrecen enlaces, porque esta instalación no tiene servidor de correo.',
  },
  openId: {
    title: 'Servicio de inicio de sesión',
    intro:
      'Permite iniciar sesión con un proveedor de OpenID Connect, como Google, Microsoft Entra ID, Keycloak o Authentik. Las cuentas se encuentran por su correo electrónico verificado. La autenticación en dos pasos sigue pidiendo un código.',
    redirectUri: 'Registra esta dirección de redirección (redirect URI) en el proveedor:',
    issuer: 'Emisor (issuer)',
    issuerHint: 'La dirección https del proveedor, como https://accounts.google.com.',
    clientId: 'ID de cliente',
    clientSecret: 'Secreto de cliente',
    secretHint: 'Se guarda cifrado y no se vuelve a mostrar.',
    secretSaved: (day) =>
      `Guardado el ${day}; no se vuelve a mostrar. Déjalo vacío para conservarlo. Un emisor o ID de cliente nuevo necesita un secreto nuevo.`,
    label: 'Texto del botón',
    labelHint: 'Opcional, como «Iniciar sesión con Ejemplo SA».',
    passwordHint: 'Para guardar o quitar. Una prueba no la necesita.',
    test: 'Probar la conexión',
    remove: 'Quitar',
    works:
      'Se puede conectar con el proveedor y admite lo necesario. Para comprobar el ID y el secreto de cliente, inicia sesión una vez.',
    problems: {
      unreachable: (detail) =>
        `No se puede conectar con el proveedor (${detail || 'sin respuesta'}). Comprueba la dirección y que este servidor puede conectarse a ella.`,
      forbidden_address: () =>
        'El proveedor no tiene una dirección pública. Quien administra el servidor puede permitirla con LECTERN_WEBHOOK_ADDRESSES.',
      no_discovery: (detail) =>
        `No hay ninguna configuración de OpenID en esta dirección${detail ? ` (${detail})` : ''}. Escribe el emisor exactamente como lo indica tu proveedor.`,
      other_issuer: (detail) => `El proveedor se llama a sí mismo ${detail}. Escríbelo como emisor.`,
      unsupported: (detail) =>
        `Al proveedor le falta algo necesario: ${detail}. Activa el flujo de código de autorización con PKCE (S256).`,
      denied: () => 'El proveedor rechazó la solicitud.',
      client_refused: (detail) => `El proveedor no acepta el cliente (${detail}).`,
      invalid_response: (detail) => `La respuesta del proveedor no es válida (${detail}).`,
    },
  },
  retention: {
    intro: 'Todo lo más antiguo se elimina en menos de una hora.',
    legend: 'Días de conservación',
    kinds: {
      attendance: 'Asistencia',
      messages: 'Mensajes de chat',
      questions: 'Preguntas',
      surveys: 'Respuestas a encuestas',
      favorites: 'Favoritas',
    },
    hints: {
      attendance: 'Desde que la persona vio la charla por última vez.',
      messages: 'Déjalo vacío para conservarlo todo.',
      questions: 'Los votos y las respuestas se eliminan con ellas. Déjalo vacío para conservarlo todo.',
      surveys:
        'Desde que se cerró la encuesta. Los resultados contados se conservan. Déjalo vacío para conservarlo todo.',
      favorites: 'Desde que termina la charla. Déjalo vacío para conservarlo todo.',
    },
  },
  export: {
    intro:
      'Cada archivo tiene un objeto por línea (NDJSON), tal como lo devuelve la API. Las preguntas y respuestas anónimas no nombran a nadie.',
    kinds: {
      talks: 'Charlas',
      sponsors: 'Patrocinadores',
      users: 'Usuarios',
      messages: 'Mensajes de chat',
      questions: 'Preguntas con votos y respuestas',
      surveys: 'Encuestas',
      'survey-responses': 'Respuestas a encuestas',
      attendance: 'Asistencia, en directo y a la grabación',
      points: 'Puntos',
      credits: 'Créditos',
      favorites: 'Favoritas',
    },
  },
}

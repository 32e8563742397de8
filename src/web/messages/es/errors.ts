// Refusals, by code: what error pages say, and forms that scripts send.
import type { Messages } from '../messages.ts'
import { formats } from './formats.ts'

export const errors: Messages['errors'] = {
  pages: {
    not_found: { title: 'Página no encontrada', text: 'Esta página no existe.' },
    talk_not_found: { title: 'Charla no encontrada', text: 'Esta charla no existe.' },
    talk_cancelled: {
      title: 'Charla cancelada',
      text: 'Esta charla se ha cancelado. Ya no puedes participar en ella.',
    },
    talk_is_draft: {
      title: 'Charla sin publicar',
      text: 'Nadie puede participar en una charla antes de que se publique.',
    },
    sponsor_not_found: { title: 'Patrocinador no encontrado', text: 'Este patrocinador no existe.' },
    survey_not_found: { title: 'Encuesta no encontrada', text: 'Esta encuesta no existe.' },
    user_not_found: { title: 'Usuario no encontrado', text: 'Este usuario no existe.' },
    https_required: { title: 'Se requiere HTTPS', text: 'Usa una dirección que empiece por https://.' },
    foreign_form: {
      title: 'Solicitud de otro sitio rechazada',
      text: 'Este formulario viene de otro sitio o es demasiado antiguo. Vuelve a abrir la página y envía el formulario otra vez. Las cookies deben estar permitidas en este sitio.',
    },
    insufficient_permissions: {
      title: 'Permisos insuficientes',
      text: 'Tu rol no lo permite. Pide ayuda a un propietario.',
    },
    too_many_requests: {
      title: 'Demasiadas solicitudes',
      text: 'Espera un momento e inténtalo de nuevo.',
    },
    body_too_large: {
      title: 'Formulario demasiado grande',
      text: 'Acorta lo que has escrito, o envía archivos de menos de 32 MB en total, e inténtalo de nuevo.',
    },
    request_timeout: {
      title: 'Tiempo de espera agotado',
      text: 'La solicitud no ha llegado a tiempo. Inténtalo de nuevo.',
    },
    method_not_allowed: {
      title: 'No hay nada que mostrar',
      text: 'Esta dirección solo recibe un formulario. Su resultado se mostró una vez, después de enviarlo.',
    },
    unsupported_media_type: {
      title: 'Formulario no compatible',
      text: 'Envía un formulario de este sitio.',
    },
    internal_error: {
      title: 'Algo ha salido mal',
      text: 'El servidor no ha podido completar la solicitud. Inténtalo más tarde. Si el problema continúa, envía al operador el ID de solicitud de abajo.',
    },
    unavailable: {
      title: 'No disponible temporalmente',
      text: 'El servidor no puede acceder a su base de datos. Inténtalo de nuevo en unos segundos.',
    },
    message_not_found: { title: 'Mensaje no encontrado', text: 'Este mensaje no existe.' },
    question_not_found: { title: 'Pregunta no encontrada', text: 'Esta pregunta no existe.' },
    favorite_not_found: { title: 'Favorita no encontrada', text: 'Esta charla no está entre tus favoritas.' },
    webhook_not_found: { title: 'Webhook no encontrado', text: 'Este webhook no existe.' },
    delivery_not_found: {
      title: 'Entrega no encontrada',
      text: 'Esta entrega no existe. Las entregas se conservan durante 30 días.',
    },
    admins_only: {
      title: 'Solo administradores',
      text: 'Solo los administradores y los propietarios pueden hacer esto.',
    },
    moderators_only: { title: 'Solo moderación', text: 'Solo los moderadores pueden hacer esto.' },
    protected_account: {
      title: 'Cuenta protegida',
      text: 'Esta cuenta es de un administrador o propietario. Solo los propietarios pueden hacer esto.',
    },
    watching_restricted: {
      title: 'Sin acceso',
      text: 'No puedes ver esta charla ni participar en ella. Quizá tengas que iniciar sesión, o necesites una inscripción aceptada o créditos.',
    },
    muted: { title: 'Silenciado', text: 'La moderación te ha silenciado. Puedes leer, pero no escribir.' },
    chat_paused: { title: 'Chat en pausa', text: 'La moderación ha pausado el chat.' },
    feature_off: { title: 'Desactivado', text: 'Esta función está desactivada aquí.' },
    message_held: { title: 'Mensaje no visible', text: 'Este mensaje está pendiente de moderación.' },
    message_removed: { title: 'Mensaje retirado', text: 'Este mensaje se ha retirado.' },
    question_closed: { title: 'Pregunta cerrada', text: 'Esta pregunta ya no está abierta.' },
    question_limit: {
      title: 'Demasiadas preguntas abiertas',
      text: 'Por ahora has hecho todas las preguntas que puedes. Retira una o espera a que se responda alguna.',
    },
    insufficient_credits: { title: 'Créditos insuficientes', text: 'No hay suficientes créditos para esto.' },
    insufficient_points: { title: 'Puntos insuficientes', text: 'No hay suficientes puntos para esto.' },
    talk_not_open: { title: 'Charla no abierta', text: 'Esta charla no se puede ver en este momento.' },
    survey_not_shown: {
      title: 'Encuesta no visible',
      text: 'Esta encuesta no se puede mostrar aquí en este momento.',
    },
    survey_not_open: { title: 'Encuesta no abierta', text: 'Esta encuesta no está abierta.' },
    survey_answered: { title: 'Ya respondida', text: 'Ya has respondido a esta encuesta.' },
    survey_in_use: {
      title: 'Encuesta con respuestas',
      text: 'La encuesta ya tiene respuestas, así que sus preguntas y su anonimato no se pueden cambiar.',
    },
    survey_anonymous: {
      title: 'Encuesta anónima cerrada',
      text: 'Una encuesta anónima no se puede volver a abrir.',
    },
    email_taken: {
      title: 'Correo electrónico en uso',
      text: 'Ya existe una cuenta con este correo electrónico.',
    },
    username_taken: {
      title: 'Nombre de usuario en uso',
      text: 'Ya existe una cuenta con este nombre de usuario, o no se ha podido formar ninguno a partir del nombre. Elige otro.',
    },
    external_id_taken: {
      title: 'ID externo en uso',
      text: 'Otro objeto de este tipo ya tiene este ID externo.',
    },
    sole_speaker: {
      title: 'Único ponente de una charla',
      text: 'Esta cuenta es el único ponente de una charla. Añade antes otro ponente a la charla o elimínala.',
    },
    last_owner: {
      title: 'Último propietario',
      text: 'Esta cuenta es el último propietario de la plataforma. Haz antes propietario a alguien más.',
    },
    webhook_disabled: {
      title: 'Webhook desactivado',
      text: 'El webhook está desactivado, así que no se le puede enviar nada. Actívalo primero.',
    },
    too_many_favorites: {
      title: 'Demasiadas favoritas',
      text: 'Ya tienes 1000 favoritas. Quita una primero.',
    },
    too_many_webhooks: {
      title: 'Demasiados webhooks',
      text: 'La plataforma ya tiene el máximo de webhooks. Elimina uno primero.',
    },
    precondition_failed: {
      title: 'Cambiado mientras tanto',
      text: 'Alguien más lo ha cambiado mientras tanto. No se ha guardado nada. Recarga la página e inténtalo de nuevo.',
    },
    invalid_data: {
      title: 'No guardado',
      text: 'Los datos enviados no son válidos. No se ha guardado nada.',
    },
    invalid_file: {
      title: 'Archivo no válido',
      text: 'El archivo no se puede usar. No se ha guardado nada.',
    },
    pictures_unsupported: {
      title: 'Imágenes no compatibles',
      text: 'Esta instalación no puede procesar imágenes. Su operador puede instalar el paquete para imágenes.',
    },
    misdirected_request: {
      title: 'Dirección desconocida',
      text: 'No hay ningún sitio con este nombre de host.',
    },
    unconfirmed_host: {
      title: 'Dirección sin confirmar',
      text: 'No se puede crear ningún enlace para este nombre de host, porque no está confirmado. Pide ayuda al operador de este sitio.',
    },
    uri_too_long: {
      title: 'Dirección demasiado larga',
      text: 'La dirección de esta página es demasiado larga.',
    },
    bad_request: {
      title: 'Solicitud no entendida',
      text: 'El servidor no ha podido leer esta solicitud. Vuelve atrás e inténtalo de nuevo.',
    },
  },
  retry: (seconds) => `Demasiado rápido. Inténtalo de nuevo ${formats.wait(seconds)}.`,
  moved: 'Puede que se haya movido. Busca en el programa:',
  search: 'Charla, ponente o tema',
  submit: 'Buscar',
  tryAgain: 'Intentar de nuevo',
  home: 'Ir a la página de inicio',
  requestId: 'ID de solicitud',
}

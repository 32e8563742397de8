// Error pages. Codes without a text of their own show the title and message of the API.
import type { Messages } from '../messages.ts'

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
      text: 'El servidor no puede acceder a su base de datos. Inténtalo más tarde.',
    },
  },
  moved: 'Puede que se haya movido. Busca en el programa:',
  search: 'Charla, ponente o tema',
  submit: 'Buscar',
  home: 'Ir a la página de inicio',
  requestId: 'ID de solicitud',
}

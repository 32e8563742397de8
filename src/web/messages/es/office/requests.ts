// The request log of the External API.
import type { Messages } from '../../messages.ts'
import { number } from '../formats.ts'

export const requests: Messages['office']['requests'] = {
  title: 'Registro de solicitudes',
  intro: (zone) =>
    `Solicitudes a la External API con claves de esta plataforma, guardadas durante siete días. Las horas son de ${zone}.`,
  notAnId: (example) => `Eso no es un ID de solicitud. Escribe uno como ${example}.`,
  key: 'Clave',
  allKeys: 'Todas las claves',
  status: 'Estado',
  allStatuses: 'Todos los estados',
  statuses: {
    ok: 'Correctas (2xx)',
    errors: 'Todos los errores (4xx y 5xx)',
    refused: 'Errores del cliente (4xx)',
    failed: 'Errores del servidor (5xx)',
  },
  operation: 'Operación',
  allOperations: 'Todas las operaciones',
  requestId: 'ID de solicitud',
  caption: 'Solicitudes, las más recientes primero',
  time: 'Hora',
  duration: 'Duración',
  problems: 'Problemas',
  methodAndPath: 'Método y ruta',
  more: (count) => `y ${number(count)} más`,
  deletedKey: 'Clave eliminada',
  noRequests: 'Aún no hay solicitudes.',
  noRequestsAdvice: (documentation) => [
    'Las solicitudes con una clave de API de esta plataforma aparecen aquí. ',
    documentation('Leer la documentación de la API'),
    '.',
  ],
  noMatches: 'No hay solicitudes que coincidan.',
  notFound:
    'No existe tal solicitud en el registro de esta plataforma. Las solicitudes aparecen en menos de dos segundos y se guardan durante siete días.',
  page: {
    title: 'Solicitud',
    idLine: (id, text) => ['Solicitud ', id(text)],
    notLogged:
      'Esta solicitud no está en el registro de solicitudes: se hizo en una página o tiene más de siete días.',
    changes: 'Cambios',
    noChanges: 'Esta solicitud no cambió nada.',
    timesIn: (zone) => `Las horas son de ${zone}.`,
    curl: 'Copiar como curl',
    curlHint: 'Sustituye YOUR_API_KEY por tu clave de API. Los valores enmascarados no son los enviados.',
    body: 'Cuerpo de la solicitud',
    noBody: 'Sin cuerpo legible.',
    masked:
      'Los correos electrónicos están enmascarados. Los nombres, nombres de usuario y secretos están ocultos. Los cuerpos se cortan a los 4 KiB.',
    response: 'Cuerpo de la respuesta',
    noResponse: 'La respuesta no tenía cuerpo, o no se guarda.',
    maskedResponse: 'Enmascarado como la solicitud. Se corta a los 2 KiB.',
  },
}

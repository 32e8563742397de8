// The dashboard.
import type { Messages } from '../../messages.ts'
import { number, plural } from '../formats.ts'

const errors = (refused: number, failed: number) =>
  `${plural(refused, { one: '# error del cliente', other: '# errores del cliente' })}, ${plural(failed, {
    one: '# error del servidor',
    other: '# errores del servidor',
  })}`
const requestsText = (count: number) => plural(count, { one: '# solicitud', other: '# solicitudes' })

export const dashboard: Messages['office']['dashboard'] = {
  title: 'Panel',
  proposals: (count, review) => [
    plural(count, {
      one: 'Hay cambios en # charla pendientes de aprobación. ',
      other: 'Hay cambios en # charlas pendientes de aprobación. ',
    }),
    review('Revisar'),
  ],
  lacksRooms: (setUp) => [
    'Nadie puede ver las charlas integradas, porque aún no hay salas de vídeo. ',
    setUp('Configurar salas de vídeo'),
  ],
  figures: {
    count: (count) => number(count),
    live: (count) => plural(count, { one: 'charla en directo', other: 'charlas en directo' }),
    toReview: (count) =>
      plural(count, { one: 'inscripción por revisar', other: 'inscripciones por revisar' }),
    requests: 'solicitudes en 24 horas',
    errors: 'errores en 24 horas',
  },
  traffic: {
    title: 'Solicitudes a la API en las últimas 24 horas',
    successful: 'Correctas',
    refused: 'Errores del cliente (4xx)',
    failed: 'Errores del servidor (5xx)',
    summary: (requests, refused, failed) =>
      `${requestsText(requests)} en las últimas 24 horas: ${errors(refused, failed)}.`,
    reading: (time, requests, refused, failed) =>
      `${time}: ${requestsText(requests)}, ${errors(refused, failed)}`,
    asTable: 'Mostrar como tabla',
    tableLabel: 'Solicitudes por hora',
    hour: (zone) => `Hora, ${zone}`,
    requests: 'Solicitudes',
    unlogged: (count) =>
      plural(count, {
        one: '# solicitud llegó demasiado rápido para registrarse por separado.',
        other: '# solicitudes llegaron demasiado rápido para registrarse por separado.',
      }),
    openLog: 'Abrir el registro de solicitudes',
  },
  programme: {
    title: 'En directo y próximas',
    timesIn: (zone) => `Las horas son de ${zone}.`,
    until: (time) => `hasta las ${time}`,
    starts: (day, time) => `${day}, ${time}`,
    live: 'En directo',
    moreLive: (count) => `y ${number(count)} más en directo`,
    all: 'Ver todas las charlas en directo y próximas',
    empty: (add) => ['No hay charlas en directo ni próximas. ', add('Añadir una charla'), '.'],
  },
  overview: {
    toDo: 'Por hacer',
    nothingToDo: 'No falta nada en el programa.',
    checks: {
      conflict: (count) =>
        plural(count, {
          one: '# charla tiene una doble reserva',
          other: '# charlas tienen una doble reserva',
        }),
      speakers: (count) =>
        plural(count, { one: '# charla no tiene ponentes', other: '# charlas no tienen ponentes' }),
      video: (count) => plural(count, { one: '# charla no tiene vídeo', other: '# charlas no tienen vídeo' }),
      room: (count) => plural(count, { one: '# charla no tiene sala', other: '# charlas no tienen sala' }),
      picture: (count) =>
        plural(count, { one: '# charla no tiene imagen', other: '# charlas no tienen imagen' }),
    },
    incompleteSpeakers: (count) =>
      plural(count, {
        one: '# ponente no tiene biografía o foto',
        other: '# ponentes no tienen biografía o foto',
      }),
    moreIncompleteSpeakers: (count) =>
      plural(count, { other: 'Más de # ponentes no tienen biografía o foto' }),
    signUps: 'Registros',
    signUpsIn30Days: (count) =>
      plural(count, {
        one: '# registro en los últimos 30 días',
        other: '# registros en los últimos 30 días',
      }),
    favorites: 'Con más estrellas',
    noFavorites: 'Nadie ha marcado ninguna charla todavía.',
    stars: (count) => plural(count, { one: '# estrella', other: '# estrellas' }),
    changes: 'Cambios recientes',
    allChanges: 'Ver todos los cambios',
  },
  keys: {
    title: 'Claves que caducan pronto',
    empty: 'Ninguna clave caduca en los próximos 30 días.',
  },
  webhooks: {
    title: 'Webhooks con fallos',
    counts: (pending, failed) => `${number(pending)} pendientes, ${number(failed)} con fallos`,
    allWorking: 'Todos los webhooks funcionan.',
    none: 'Aún no hay webhooks.',
    view: 'Ver webhooks',
  },
}

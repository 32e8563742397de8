// API keys and the rate limit, under Settings > Advanced.
import type { Messages } from '../../messages.ts'
import { number, plural } from '../formats.ts'

export const apiKeys: Messages['office']['apiKeys'] = {
  title: 'Claves de API',
  noKeys: 'Aún no hay claves de API. Crea una para que otro sistema pueda usar la External API.',
  new: 'Nueva clave de API',
  notCreated: 'La clave no se ha creado. Corrige estos problemas:',
  form: {
    name: 'Nombre',
    nameHint: 'Por ejemplo, el sistema que usará la clave.',
    level: 'Nivel',
    levels: {
      standard: 'Estándar: charlas, patrocinadores y usuarios',
      privileged: 'Privilegiada: también propietarios y las cuentas de administradores y propietarios',
    },
    levelHint: 'Usa una clave estándar, salvo que el sistema gestione administradores y propietarios.',
    standardOnly: 'Solo los propietarios pueden crear claves privilegiadas.',
    expiresAt: 'Fecha de caducidad',
    expiresAtHint: (zone) =>
      `La clave caduca al final de este día en ${zone}. Déjalo vacío si no debe caducar.`,
    notADate: 'debe ser una fecha como 2027-12-31',
    inThePast: 'no debe estar en el pasado',
    allowedAddresses: 'Direcciones IP permitidas',
    allowedAddressesHint:
      'Una dirección o un rango por línea, como 192.0.2.0/24. Déjalo vacío para permitirlas todas.',
    passwordHint: 'Necesaria para las claves privilegiadas.',
    create: 'Crear clave',
  },
  card: {
    created: (at) => ['Creada el ', at],
    exposed: (at) => [
      'Esta clave se envió por HTTP sin cifrar el ',
      at,
      '. Rótala: es posible que alguien más la haya leído.',
    ],
    lastUsed: 'Último uso',
    neverUsed: 'Nunca',
    lastMinute: 'Últimos 60 segundos',
    ofLimit: (used, limit) => `${number(used)} de ${number(limit)}`,
    usage: 'Parte usada del límite de solicitudes',
    lastDay: 'Últimas 24 horas',
    requests: (count) => plural(count, { one: '# solicitud', other: '# solicitudes' }),
    expires: 'Caducidad',
    neverExpires: 'Nunca',
    allowedFrom: 'Permitida desde',
    anywhere: 'Cualquier lugar',
    oldSecretExpires: 'Caducidad del secreto anterior',
    viewRequests: 'Ver solicitudes',
    rotate: 'Rotar',
    revoke: 'Revocar',
    revoked: 'Revocada',
    expired: 'Caducada',
    expiresSoon: (when) => `Caduca ${when}`,
  },
  rotation: {
    title: (name) => `Rotar “${name}”`,
    intro:
      'La clave recibe un secreto nuevo, que se muestra una sola vez en la página siguiente. El nombre, el nivel, la fecha de caducidad y las direcciones IP permitidas no cambian. Durante el periodo de gracia también funciona el secreto anterior, para que puedas actualizar tu sistema sin interrupciones.',
    submit: 'Rotar clave',
    failed: 'La clave no se ha rotado.',
  },
  revocation: {
    title: (name) => `Revocar “${name}”`,
    intro: (key, text) => [
      'Las solicitudes con ',
      key(text),
      ' se rechazarán en menos de un segundo. Esta acción no se puede deshacer. ',
    ],
    neverUsed: 'La clave nunca se ha usado.',
    lastUsed: (when) => `La clave se usó por última vez ${when}.`,
    submit: 'Revocar clave',
    failed: 'La clave no se ha revocado.',
  },
  secret: {
    created: (name) => `Clave “${name}” creada`,
    rotated: (name) => `Clave “${name}” rotada`,
    documentTitle: 'Clave de API',
    notice:
      'Copia esta clave ahora. Se muestra una sola vez y no se podrá recuperar después. Guárdala donde tu sistema guarda sus secretos.',
    privilegedNotice: 'Con ella, la API permite todo lo que puede hacer un propietario.',
    key: 'Clave de API',
    creation: 'Solicitud que crea un borrador',
    example: 'Solicitud de ejemplo',
    certificateHint: (option) => [
      'El servidor usa su propio certificado autofirmado. En otro ordenador, copia el archivo y cambia la ruta después de ',
      option('--cacert'),
      '.',
    ],
    documentation: 'Documentación de la API',
  },
  passwordHint: 'Necesaria porque la clave es privilegiada.',
  levels: { standard: 'Estándar', privileged: 'Privilegiada' },
  limit: {
    title: 'Límite de solicitudes',
    label: 'Solicitudes por clave en 60 segundos',
    hint: 'Las solicitudes que superan el límite se rechazan con el estado 429 y no cuentan.',
    submit: 'Guardar límite',
  },
}

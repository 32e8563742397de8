// The people in the forms of talks and sponsors.
import type { Messages } from '../../messages.ts'

export const people: Messages['office']['people'] = {
  speakers: {
    find: 'Buscar un ponente por nombre o correo electrónico',
    legend: 'Ponentes',
    add: 'Añadir ponente',
    one: (position) => `Ponente ${position}`,
  },
  moderators: {
    find: 'Buscar un moderador por nombre o correo electrónico',
    legend: 'Moderadores',
    add: 'Añadir moderador',
    one: (position) => `Moderador ${position}`,
  },
  find: 'Buscar',
  pick: 'Añadir',
  pickNamed: (name) => `Añadir a ${name}`,
  notFound: 'No se ha encontrado ninguna cuenta. Añade una persona nueva abajo.',
  thisPerson: 'esta persona',
  cannotModerate: 'Los asistentes no pueden moderar',
  emailHint:
    'Si hay una cuenta con este correo electrónico, se añade tal cual y puedes dejar vacíos los demás campos.',
  emailHintNamesOptional:
    'Si hay una cuenta con este correo electrónico, se añade tal cual. Si no, se crea una cuenta nueva.',
  more: 'Más detalles',
  job: 'Puesto',
  company: 'Empresa',
  usernameHint: 'Si está vacío, se genera a partir del nombre.',
  avatar: 'URL de la foto (https)',
  description: 'Descripción',
  tags: 'Etiquetas',
  tagsHint: 'Una por línea.',
  highlighted: 'Destacar en la página de ponentes',
}

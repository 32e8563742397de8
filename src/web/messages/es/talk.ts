// The page of a talk, and talks in lists.
import type { Messages } from '../messages.ts'
import { formats, list, number, plural } from './formats.ts'

export const talk: Messages['talk'] = {
  speakers: (names, more) => (more === 0 ? list(names, 'unit') : list([...names, `${number(more)} más`])),
  phases: {
    upcoming: '',
    live: 'En directo',
    ended: 'Terminada',
    replay: 'Grabación',
    cancelled: 'Cancelada',
  },
  break: 'Pausa',
  draft: 'Borrador',
  keynote: 'Keynote',
  featured: 'En portada',
  recommended: 'Recomendada',
  about: 'Sobre esta charla',
  files: 'Archivos',
  pdf: (bytes) => `PDF, ${formats.fileSize(bytes)}`,
  links: 'Enlaces',
  tags: 'Etiquetas',
  side: 'Ponentes y calendario',
  speakersHeading: (count) => plural(count, { one: 'Ponente', other: 'Ponentes' }),
  addToCalendar: 'Añadir al calendario',
  neighbors: 'Otras charlas',
  previous: (time) => `Anterior · ${time}`,
  next: (time) => `Siguiente · ${time}`,
  free: {
    live: 'Gratis en directo. No se necesitan créditos.',
    replay: 'La grabación es gratis. No se necesitan créditos.',
    both: 'Gratis en directo y en grabación. No se necesitan créditos.',
  },
}

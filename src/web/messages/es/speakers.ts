// The list of speakers, and the profile of each.
import type { Messages } from '../messages.ts'
import { formats, plural } from './formats.ts'

export const speakers: Messages['speakers'] = {
  title: 'Ponentes',
  summary: (platform) => `Conoce a los ponentes de ${platform}.`,
  search: 'Buscar por nombre, puesto, empresa o tema',
  searchHint: 'Nombre, puesto, empresa o tema',
  highlightedOnly: 'Solo destacados',
  noSpeakers: 'Aún no se ha anunciado ningún ponente.',
  noMatches: 'No hay ponentes que coincidan.',
  showAll: 'Mostrar todos los ponentes',
  count: (count) => plural(count, { one: '# ponente', other: '# ponentes' }),
  moreThan: (count) => plural(count, { other: 'Más de # ponentes' }),
  highlighted: 'Destacado',
  profile: {
    represents: (sponsors) => ['Representa a ', formats.listElements(sponsors)],
    links: 'Enlaces',
    talks: (count) => plural(count, { one: 'Charla', other: 'Charlas' }),
    timeZone: (zone) => `Horas de ${zone}.`,
    ownTimeZone: (name, zone) => `La zona horaria de ${name} es ${zone}.`,
    inAgenda: 'Mostrar estas charlas en el programa',
  },
}

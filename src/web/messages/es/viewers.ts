// Who watches a talk: the panel, the list, and whether one is listed.
import type { Messages } from '../messages.ts'
import { list, number, plural } from './formats.ts'

export const viewers: Messages['viewers'] = {
  count: (count) => plural(count, { one: '# persona mirando', other: '# personas mirando' }),
  names: (names, more) => list(more > 0 ? [...names, `${number(more)} más`] : names),
  showList: 'Mostrar lista',
  title: 'Espectadores',
  intro: 'Personas que están mirando ahora y han aceptado aparecer.',
  search: 'Buscar espectadores',
  searchHint: 'Nombre',
  total: (count) => plural(count, { one: '# espectador en la lista', other: '# espectadores en la lista' }),
  nobody: 'Ninguna de las personas que están mirando ha aceptado aparecer.',
  noMatches: 'No hay espectadores que coincidan.',
  listed: (change) => ['Apareces en la lista mientras miras. ', change('Cambiar')],
  unlisted: (change) => ['No apareces en la lista. ', change('Cambiar')],
  privacy: {
    title: 'Privacidad',
    saved: 'Guardado.',
    legend: 'Listas de espectadores',
    listed: 'Mostrarme como espectador',
    listedHint:
      'Mientras ves una charla, otras personas pueden ver tu nombre y tu foto en su lista de espectadores. Se te cuenta en cualquier caso.',
  },
}

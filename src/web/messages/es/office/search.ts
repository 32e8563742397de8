// The search over everything.
import type { Messages } from '../../messages.ts'

export const search: Messages['office']['search'] = {
  title: 'Buscar',
  hint: 'Busca charlas, personas, patrocinadores y configuración',
  keys: { mac: '⌘K', other: 'Ctrl K' },
  nothing: (q) => `Nada coincide con «${q}».`,
  talks: 'Charlas',
  people: 'Personas',
  sponsors: 'Patrocinadores',
  surveys: 'Encuestas',
  places: 'Ir a',
  all: (list) => `Ver todo: ${list.toLowerCase()}`,
}

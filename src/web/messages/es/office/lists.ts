// What all lists of the Back Office share.
import type { Messages } from '../../messages.ts'

export const lists: Messages['office']['lists'] = {
  search: 'Buscar',
  sortBy: 'Ordenar por',
  defaultSort: 'Predeterminado',
  sortOption: (column, direction) => `${column}, ${direction}`,
  alphabetical: ['de la A a la Z', 'de la Z a la A'],
  byTime: ['más temprano primero', 'más tarde primero'],
  byAge: ['más antiguo primero', 'más reciente primero'],
  numerical: ['de menor a mayor', 'de mayor a menor'],
  apply: 'Aplicar',
  clear: 'Quitar',
  all: 'Todos',
  selectAll: 'Seleccionar todo',
  selectAllOnPage: 'Seleccionar todo en esta página',
  select: (name) => `Seleccionar ${name}`,
}

// What all lists of the Back Office share.
import type { Messages } from '../../messages.ts'
import { list, number, plural } from '../formats.ts'

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
  editSelected: 'Editar la selección',
  editMatching: 'Editar todos los resultados',
  edit: {
    title: (count) => plural(count, { one: 'Editar # fila', other: 'Editar # filas' }),
    names: (names, more) => (more > 0 ? list([...names, `${number(more)} más`]) : list(names)),
    noneSelected: 'No se ha seleccionado nada. Vuelve atrás y selecciona al menos una fila.',
    tooMany: (limit) => `Hay más de ${number(limit)} filas. Vuelve atrás y acota la búsqueda o los filtros.`,
    preview: 'Vista previa',
    apply: (count) => plural(count, { one: 'Cambiar #', other: 'Cambiar #' }),
    willChange: (count) => plural(count, { one: 'Cambiará #', other: 'Cambiarán #' }),
    more: (count) => `y ${number(count)} más`,
    unchanged: (count) =>
      plural(count, { one: '# ya tiene estos valores.', other: '# ya tienen estos valores.' }),
    refused: (count) => plural(count, { one: '# no se puede cambiar.', other: '# no se pueden cambiar.' }),
    edited: (count) => plural(count, { one: '# cambiado.', other: '# cambiados.' }),
  },
}

// The search and filters of public lists.
import type { Messages } from '../messages.ts'

export const search: Messages['search'] = {
  submit: 'Buscar',
  filters: 'Filtros',
  tag: 'Etiqueta',
  allTags: 'Todas las etiquetas',
  corrected: (words, corrected) => [
    `No hay resultados para “${words}”. Se muestran resultados de “`,
    corrected,
    '”.',
  ],
  apply: 'Aplicar',
  clear: 'Quitar filtros',
}

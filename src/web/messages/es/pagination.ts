// Links between the pages of a list.
import type { Messages } from '../messages.ts'

export const pagination: Messages['pagination'] = {
  label: 'Páginas',
  previous: 'Anterior',
  next: 'Siguiente',
  newest: 'Más recientes',
  older: 'Más antiguos',
  position: (page, pages) => `Página ${page} de ${pages}`,
  page: (page) => `Página ${page}`,
}

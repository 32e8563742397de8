// Deleted talks and sponsors, which can be restored.
import type { Messages } from '../../messages.ts'
import { plural } from '../formats.ts'

export const deletions: Messages['office']['deletions'] = {
  title: 'Elementos eliminados',
  link: 'Eliminados',
  intro: (days) =>
    `Las charlas y los patrocinadores eliminados se pueden restaurar durante ${plural(days, { one: '# día', other: '# días' })}. Después se borran definitivamente.`,
  empty: 'No se ha eliminado nada en los últimos 30 días.',
  name: 'Nombre',
  deletedBy: 'Eliminado por',
  deletedAt: 'Eliminado el',
  erasedAt: 'Borrado el',
  actions: 'Acciones',
  restore: 'Restaurar',
  restoreNamed: (name) => `Restaurar “${name}”`,
  erase: 'Borrar',
  eraseNamed: (name) => `Borrar “${name}”`,
  eraseIntro: (name) =>
    `“${name}” se borrará ahora y no se podrá restaurar. El historial de cambios se conserva.`,
  undo: 'Deshacer',
  deleted: 'Eliminado. Puedes restaurarlo durante 30 días.',
  restoreIntro: (name) =>
    `“${name}” vuelve con sus personas y favoritos. Los demás sistemas lo ven como nuevo.`,
  notRestored: 'No se ha restaurado. Otro elemento tiene ahora su ID externo.',
  externalIdHint: 'Introduce otro ID externo o deja el campo vacío.',
  canBeRestored: 'Puedes restaurarlo durante 30 días. El historial de cambios se conserva.',
  erasedNow: 'Se borrará de inmediato',
  live: 'Su chat, preguntas, encuestas y asistencia',
}

// The pages of one talk, sponsor, survey, or user.
import type { Messages } from '../../messages.ts'

export const objects: Messages['office']['objects'] = {
  talks: { one: 'Charla', many: 'Charlas', deleted: 'Charla eliminada' },
  sponsors: { one: 'Patrocinador', many: 'Patrocinadores', deleted: 'Patrocinador eliminado' },
  surveys: { one: 'Encuesta', many: 'Encuestas', deleted: 'Encuesta eliminada' },
  users: { one: 'Usuario', many: 'Usuarios', deleted: 'Usuario eliminado' },
  tabs: {
    edit: 'Editar',
    access: 'Acceso',
    ledgers: 'Puntos y créditos',
    attendance: 'Asistencia',
    history: 'Historial',
    delete: 'Eliminar',
  },
  viewPublicPage: 'Ver la página pública',
  duplicate: 'Duplicar',
  deleteNamed: (name) => `Eliminar “${name}”`,
  deleteTitle: (name) => `Eliminar ${name}`,
  deleteFinal: 'Esta acción no se puede deshacer. El historial de cambios se conserva.',
  willBeDeleted: 'Se eliminará',
  willBeKept: 'Se conservará',
}

// Changes that speakers propose to their talks.
import type { Messages } from '../../messages.ts'

export const proposals: Messages['office']['proposals'] = {
  title: 'Cambios propuestos',
  waiting: (count) => `Cambios propuestos (${count})`,
  empty: 'No hay cambios pendientes de aprobación.',
  changedSince: 'La charla ha cambiado desde que se propusieron estos cambios. Compara con cuidado.',
  changedMeanwhile:
    'La charla se ha cambiado entretanto. Esta página la muestra como es ahora. Compara de nuevo y después aprueba.',
  approve: 'Aprobar',
  picture: 'Imagen',
  editTalk: 'Editar la charla',
  rejectTitle: 'Rechazar',
  reason: 'Motivo',
  reasonHint: 'Lo ven los ponentes y moderadores de la charla.',
  reject: 'Rechazar los cambios',
  notRejected: 'Los cambios no se rechazaron.',
}

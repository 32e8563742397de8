// Changes that speakers propose to their talks.
import type { Messages } from '../../messages.ts'

export const proposals: Messages['office']['proposals'] = {
  title: 'Modifications proposées',
  waiting: (count) => `Modifications proposées (${count})`,
  empty: 'Aucune modification n’attend d’être approuvée.',
  changedSince: 'La conférence a changé depuis que ces modifications ont été proposées. Comparez avec soin.',
  changedMeanwhile:
    'La conférence a été modifiée entre-temps. Cette page la montre telle qu’elle est maintenant. Comparez de nouveau, puis approuvez.',
  approve: 'Approuver',
  picture: 'Image',
  editTalk: 'Modifier la conférence',
  rejectTitle: 'Refuser',
  reason: 'Motif',
  reasonHint: 'Les intervenants et les modérateurs de la conférence le voient.',
  reject: 'Refuser les modifications',
  notRejected: 'Les modifications n’ont pas été refusées.',
}

// Changes that speakers propose to their talks.
import type { Messages } from '../../messages.ts'

export const proposals: Messages['office']['proposals'] = {
  title: 'Vorgeschlagene Änderungen',
  waiting: (count) => `Vorgeschlagene Änderungen (${count})`,
  empty: 'Keine Änderungen warten auf Freigabe.',
  changedSince:
    'Der Vortrag wurde geändert, seit diese Änderungen vorgeschlagen wurden. Vergleichen Sie sorgfältig.',
  changedMeanwhile:
    'Der Vortrag wurde inzwischen geändert. Diese Seite zeigt ihn, wie er jetzt ist. Vergleichen Sie erneut und geben Sie dann frei.',
  approve: 'Freigeben',
  picture: 'Bild',
  editTalk: 'Vortrag bearbeiten',
  rejectTitle: 'Ablehnen',
  reason: 'Begründung',
  reasonHint: 'Vortragende und Moderierende des Vortrags sehen sie.',
  reject: 'Änderungen ablehnen',
  notRejected: 'Die Änderungen wurden nicht abgelehnt.',
}

// Changes that speakers propose to their talks.

export const proposals = {
  title: 'Proposed changes',
  waiting: (count: number) => `Proposed changes (${count})`,
  empty: 'No changes wait for approval.',
  changedSince: 'The talk has changed since these changes were proposed. Compare carefully.',
  changedMeanwhile:
    'The talk was changed meanwhile. This page shows it as it is now. Compare again, then approve.',
  approve: 'Approve',
  picture: 'Picture',
  editTalk: 'Edit talk',
  rejectTitle: 'Reject',
  reason: 'Reason',
  reasonHint: 'Speakers and moderators of the talk see it.',
  reject: 'Reject changes',
  notRejected: 'The changes were not rejected.',
}

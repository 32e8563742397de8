// The pages of one talk, sponsor, survey, or user.

export const objects = {
  talks: { one: 'Talk', many: 'Talks', deleted: 'Deleted talk' },
  sponsors: { one: 'Sponsor', many: 'Sponsors', deleted: 'Deleted sponsor' },
  surveys: { one: 'Survey', many: 'Surveys', deleted: 'Deleted survey' },
  users: { one: 'User', many: 'Users', deleted: 'Deleted user' },
  tabs: {
    edit: 'Edit',
    access: 'Access',
    ledgers: 'Points and credits',
    attendance: 'Attendance',
    history: 'History',
    delete: 'Delete',
  },
  viewPublicPage: 'View public page',
  duplicate: 'Duplicate',
  deleteNamed: (name: string) => `Delete “${name}”`,
  deleteTitle: (name: string) => `Delete ${name}`,
  deleteFinal: 'This cannot be undone. The change history is kept.',
  willBeDeleted: 'Will be deleted',
  willBeKept: 'Will be kept',
}

// The people in the forms of talks and sponsors.

export const people = {
  speakers: { legend: 'Speakers', add: 'Add speaker', one: (position: number) => `Speaker ${position}` },
  moderators: {
    legend: 'Moderators',
    add: 'Add moderator',
    one: (position: number) => `Moderator ${position}`,
  },
  thisPerson: 'this person',
  cannotModerate: 'Attendees cannot moderate',
  emailHint: 'If an account has this e-mail, it is added as it is and you can leave the other fields empty.',
  emailHintNamesOptional:
    'If an account has this e-mail, it is added as it is. Otherwise, a new account is created.',
  more: 'More details',
  job: 'Job title',
  company: 'Company',
  usernameHint: 'Generated from the name if empty.',
  avatar: 'Picture URL (https)',
  description: 'Description',
  tags: 'Tags',
  tagsHint: 'One per line.',
  highlighted: 'Highlight on the speakers page',
}

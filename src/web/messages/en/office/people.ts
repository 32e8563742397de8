// The people in the forms of talks and sponsors.

export const people = {
  speakers: {
    find: 'Find a speaker by name or e-mail',
    legend: 'Speakers',
    add: 'Add speaker',
    one: (position: number) => `Speaker ${position}`,
  },
  moderators: {
    find: 'Find a moderator by name or e-mail',
    legend: 'Moderators',
    add: 'Add moderator',
    one: (position: number) => `Moderator ${position}`,
  },
  find: 'Find',
  pick: 'Add',
  pickNamed: (name: string) => `Add ${name}`,
  notFound: 'No account was found. Add a new person below.',
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

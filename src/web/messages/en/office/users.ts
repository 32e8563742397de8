// Users: their lists and their form.
import type { Wrap } from '../../messages.ts'

const form = {
  new: 'New user',
  usernameHint: 'Generated from the name if empty.',
  type: 'Role',
  typeHint:
    'The person gets an invitation to set up the account. You can change the role later, under Access.',
  skipReview: 'Skip the review',
  skipReviewHint: 'Otherwise, a new attendee waits for a review under Registrations.',
  profile: 'Profile',
  job: 'Job title',
  company: 'Company',
  description: 'Description',
  descriptionHint: 'Up to 800 characters. Markdown works: **bold**, lists, and links.',
  avatar: 'Picture URL',
  tags: 'Tags',
  tagsHint: 'One per line.',
  status: 'Status',
  noStatus: 'Not set',
  highlight: 'Highlight',
  highlightHint: 'Shown by the Highlighted filter of the speakers page.',
  contact: 'Location and links',
  city: 'City',
  country: 'Country',
  timeZoneHint: 'For example, Europe/Paris.',
  website: 'Website URL',
  externalIdHint: 'Other systems can refer to this user as ext: followed by this ID.',
}

export const users = {
  title: 'Users',
  searchHint: 'Name, e-mail, or username',
  name: 'Name',
  role: 'Role',
  allRoles: 'All roles',
  registration: 'Registration',
  created: 'Created',
  noUsers: 'No users yet.',
  noUsersAdvice: (add: Wrap) => [add('Add the first user'), '.'],
  noMatches: 'No matching users.',
  speakers: {
    title: 'Speakers',
    new: 'New speaker',
    intro: 'Everyone who has the speaker role or speaks at a talk.',
    highlighted: 'Highlighted',
    yes: 'Highlighted',
    no: 'Not highlighted',
    profile: 'Profile',
    incomplete: 'Incomplete',
    talks: 'Talks',
    noSpeakers: 'No speakers yet.',
    noSpeakersAdvice: (addTalk: Wrap) => [addTalk('Add a talk'), ': its speakers appear here automatically.'],
    noMatches: 'No matching speakers.',
  },
  form,
  deletion: {
    blocked: 'Before you can delete this user',
    onlySpeaker:
      'This user is the only speaker of these talks. Add another speaker to each talk, or delete the talk.',
    account: (username: string, email: string) =>
      `The account ${username} (${email}), its profile, and its sessions`,
    membership: {
      speaker: (talk: Wrap, title: string) => ['The place as speaker of the talk ', talk(title)],
      moderator: (talk: Wrap, title: string) => ['The place as moderator of the talk ', talk(title)],
      sponsor: (sponsor: Wrap, name: string) => ['The place as speaker of the sponsor ', sponsor(name)],
    },
  },
}

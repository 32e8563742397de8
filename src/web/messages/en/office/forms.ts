// What the forms of the Back Office share.
import type { Wrap } from '../../messages.ts'
import { number, plural } from '../formats.ts'

export const forms = {
  create: 'Create',
  cancel: 'Cancel',
  done: 'Done',
  notSaved: 'Your changes were not saved. Fix these problems:',
  /** By code: what differs from what was sent. */
  warnings: {
    account_adopted: 'The account existed already. It now belongs to this import and was updated.',
    type_not_applied: 'The account keeps its type. You can change its role on its page.',
    end_registration_not_applied:
      'The registration was rejected, and stays so. You can accept it on the page of the user.',
    video_missing: 'The talk has no video yet.',
    video_ignored: 'Embedded talks take place in a video room. The video was ignored.',
    room_missing: 'Nobody can watch the talk yet: set up video rooms in the settings.',
    username_taken: 'The username is taken. A new one was generated instead.',
    speaker_is_attendee:
      'The account is attached, but its role is still attendee. You can change it on its page.',
    moderator_is_attendee:
      'The account is attached, but it can moderate only when its role is speaker, admin, or owner.',
    highlight_not_applied: 'Only speakers can be highlighted.',
  },
  signedOut: 'You have been signed out.',
  signedOutAdvice: (signIn: Wrap) => [
    'Your changes are still on this page. ',
    signIn('Sign in in another tab'),
    ', then save.',
  ],
  newerVersion: 'Someone else changed this while you were editing. Your changes have not been saved.',
  newerVersionAdvice: (review: Wrap, restart: Wrap) => [
    review('Review the changes'),
    ', then ',
    restart('start over from the latest version'),
    ' or overwrite it with yours.',
  ],
  overwrite: (version: number) => `Overwrite version ${number(version)}`,
  conflict: 'Someone else saved a change a moment ago. Your changes were not saved. Try again.',
  moveUp: (name: string) => `Move ${name} up`,
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  externalId: 'External ID',
  gracePeriod: 'Grace period for the old secret',
  gracePeriods: { none: 'None: it expires immediately', hour: '1 hour', day: '24 hours', week: '7 days' },
  saved: {
    talks: { created: 'Talk created', saved: 'Talk saved' },
    sponsors: { created: 'Sponsor created', saved: 'Sponsor saved' },
    surveys: { created: 'Survey created', saved: 'Survey saved' },
    users: { created: 'User created', saved: 'User saved' },
  },
  accountsCreated: (count: number) =>
    plural(count, { one: '# account created.', other: '# accounts created.' }),
  continue: 'Continue',
  once: {
    title: 'Already shown',
    text: 'This page showed a secret once, and nothing of it can be shown again. If you did not copy it:',
    advice: [
      'API keys and webhooks: rotate the secret in Settings.',
      'Passwords and reset links: create a reset link on the Access tab of the user.',
    ],
    dashboard: 'Go to the dashboard',
  },
}

// Stars of talks, and the page with the talks that someone has starred.
import type { Wrap } from '../messages.ts'
import { list, plural } from './formats.ts'

export const favorites = {
  star: 'Star',
  starTalk: (title: string) => `Star “${title}”`,
  add: 'Add to my agenda',
  added: 'In my agenda',
  notSaved: 'The star could not be saved. Try again.',
  full: 'You have starred 1,000 talks. Remove a star first.',
  myAgenda: 'My agenda',
  timeZone: (zone: string) => `All times in ${zone}.`,
  inBrowser: 'Your starred talks are kept in this browser only.',
  signIn: (link: Wrap) => [link('Sign in'), ' to have them on all your devices and in your calendar.'],
  signUp: (link: Wrap) => ['No account yet? ', link('Sign up'), '.'],
  clashCount: (count: number) =>
    `${plural(count, { one: '# talk overlaps', other: '# talks overlap' })} with another one in your agenda.`,
  clash: (titles: readonly string[]) => `Overlaps with ${list(titles.map((title) => `“${title}”`))}`,
  nothingUpcoming: 'None of your talks are still to come.',
  past: (count: number) => plural(count, { one: '# past talk', other: '# past talks' }),
  empty: 'No talks yet',
  emptyText: 'Tap the star of a talk to add it to your agenda.',
  openAgenda: 'Browse the agenda',
  notLoaded: 'Your agenda could not be loaded. Reload the page to try again.',
  needsScript: 'Turn on JavaScript to see the talks that you have starred in this browser, or sign in.',
  subscribe: 'Subscribe in calendar',
  emails: 'Reminders and e-mails',
  calendar: {
    title: 'Calendar',
    nameOf: (platform: string) => `${platform}: my agenda`,
    text: 'Subscribe to the talks in your agenda in Google Calendar, Apple Calendar, Outlook, or any other calendar. New stars and changed times arrive there by themselves.',
    reveals:
      'Everyone with the address can see which talks you have starred, but neither your name nor your e-mail. Treat it like a password.',
    make: 'Create calendar address',
    address: 'Your calendar address',
    shownOnce: 'Copy the address now. It is shown only once.',
    open: 'Open in calendar',
    madeOn: (day: string) => `You created an address on ${day}.`,
    renewText:
      'If you lost the address or shared it by mistake, create a new one. The old one then stops working.',
    renew: 'Create new address',
    end: 'Remove address',
    ended: 'The address no longer works.',
  },
}

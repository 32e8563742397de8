// Messages to a group.
import { number, plural } from '../formats.ts'

export const messages = {
  title: 'Messages',
  newMessage: 'New message',
  intro: 'E-mails that you send to a group. They are listed for 30 days.',
  none: 'No messages yet.',
  to: 'To',
  toHint:
    'People who have unsubscribed from messages, and registrations that are not accepted, are left out.',
  talk: 'Talk',
  noTalk: 'No talk',
  talkHint: 'For “People who starred a talk”.',
  chooseTalk: 'choose the talk',
  subject: 'Subject',
  text: 'Text',
  textHint: 'Markdown without HTML. {name} is the first name, {platform} the name of the event.',
  preview: 'Preview',
  cancel: 'Cancel',
  edit: 'Edit',
  sendTest: 'Send test to myself',
  addresses: 'Download addresses',
  progress: 'Progress',
  sentAt: 'Sent',
  queuing: 'Queuing',
  nobody: 'Nobody',
  queue: 'All e-mails',
  groups: {
    everyone: 'Everyone',
    attendees: 'Attendees',
    speakers: 'Speakers and moderators',
    stars: 'People who starred a talk',
  },
  noMailServer:
    'This installation does not send e-mail. Copy the text, and send it to the addresses yourself, as blind copies.',
  testHint: (email: string) => `A test goes to ${email}.`,
  recipients: (count: number) =>
    plural(count, { one: '# person gets this e-mail.', other: '# people get this e-mail.' }),
  send: (count: number) => plural(count, { one: 'Send to # person', other: 'Send to # people' }),
  /** `120 Sent` */
  count: (count: number, state: string) => `${number(count)} ${state}`,
}

// E-mails to users, as plain text.

import type { MailingKind } from '../../../schema/people/emails.ts'
import { plural } from './formats.ts'

type ResetLink = {
  name: string
  username: string
  platform: string
  url: string
  /** When the link expires, with the time zone. */
  until: string
}

type Confirmation = Omit<ResetLink, 'username'>

/** `inviter` is the name of the person who sends it. */
type Invitation = Confirmation & { inviter: string }

/** `device` is the one on which the link was requested. */
type SignInLink = Pick<ResetLink, 'name' | 'platform' | 'url'> & { device: string }

/** `items` are the talks, one below the other. */
type TalkEmail = Pick<ResetLink, 'name' | 'platform' | 'url'> & { summary: string; items: string }

/** On what a speaker proposed to change about a talk. */
type Decision = Pick<ResetLink, 'name' | 'platform' | 'url'> & { talk: string }

export const emails = {
  resetLink: {
    subject: (platform: string) => `${platform}: set a new password`,
    text: ({ name, username, platform, url, until }: ResetLink) =>
      [
        `Hello ${name},`,
        `Use this link to set a new password for your account at ${platform}. It works once, until ${until}:`,
        url,
        `Your username is ${username}. If you did not ask for this link, let the organizers know. Your current password works until the link is used.`,
      ].join('\n\n'),
  },
  signInLink: {
    subject: (platform: string) => `${platform}: sign in`,
    text: ({ name, platform, url, device }: SignInLink) =>
      [
        `Hello ${name},`,
        `Use this link to sign in to ${platform}. It works once, within 15 minutes:`,
        url,
        `The link was requested on this device: ${device}. If that was not you, ignore this e-mail. Nobody can sign in without the link.`,
      ].join('\n\n'),
  },
  confirmation: {
    subject: (platform: string) => `${platform}: confirm your e-mail`,
    text: ({ name, platform, url, until }: Confirmation) =>
      [
        `Hello ${name},`,
        `Use this link to confirm this address for your account at ${platform}. It works once, until ${until}:`,
        url,
        'If you did not ask for this link, ignore this e-mail. Nothing changes.',
      ].join('\n\n'),
  },
  invitation: {
    subject: (platform: string) => `${platform}: your invitation`,
    text: ({ name, platform, url, until, inviter }: Invitation) =>
      [
        `Hello ${name},`,
        `${inviter} invites you to ${platform}. Use this link to set up your account. It works once, until ${until}:`,
        url,
        'If you did not expect this invitation, ignore this e-mail. Nobody can use the account without the link.',
      ].join('\n\n'),
  },
  registrationAccepted: {
    subject: (platform: string) => `${platform}: your registration is accepted`,
    text: ({ name, platform, url }: Pick<ResetLink, 'name' | 'platform' | 'url'>) =>
      [
        `Hello ${name},`,
        `Your registration for ${platform} is accepted. We look forward to seeing you:`,
        url,
      ].join('\n\n'),
  },
  registrationRejected: {
    subject: (platform: string) => `${platform}: your registration`,
    text: ({ name, platform }: Pick<ResetLink, 'name' | 'platform'>) =>
      [
        `Hello ${name},`,
        `Thank you for your interest in ${platform}. Unfortunately, we cannot accept your registration.`,
      ].join('\n\n'),
  },
  proposalApproved: {
    subject: ({ platform, talk }: Pick<Decision, 'platform' | 'talk'>) =>
      `${platform}: your changes to “${talk}” are approved`,
    text: ({ name, talk, url }: Decision) =>
      [
        `Hello ${name},`,
        `Thank you for your changes to “${talk}”. They are approved, and your talk shows them now:`,
        url,
      ].join('\n\n'),
  },
  proposalRejected: {
    subject: ({ platform, talk }: Pick<Decision, 'platform' | 'talk'>) =>
      `${platform}: your changes to “${talk}”`,
    text: ({ name, talk, reason, url }: Decision & { reason: string }) =>
      [
        `Hello ${name},`,
        `Your changes to “${talk}” are not approved. The organizers say:`,
        reason,
        `You can edit your changes and propose them again: ${url}`,
      ].join('\n\n'),
  },
  talkChanges: {
    subject: ({ platform, summary }: Pick<TalkEmail, 'platform' | 'summary'>) => `${platform}: ${summary}`,
    text: ({ name, items, url }: TalkEmail) =>
      [`Hello ${name},`, 'There are changes to your talks:', items, `Your agenda: ${url}`].join('\n\n'),
  },
  talkReminder: {
    subject: ({ platform, summary }: Pick<TalkEmail, 'platform' | 'summary'>) => `${platform}: ${summary}`,
    text: ({ name, items, time, url }: TalkEmail & { time: string }) =>
      [`Hello ${name},`, `Starting at ${time}:`, items, `Your agenda: ${url}`].join('\n\n'),
  },
  /** What has changed about a talk, as part of an e-mail. */
  changes: {
    isCanceled: (title: string) => `“${title}” is canceled`,
    isPublished: (title: string) => `“${title}” takes place after all`,
    newTime: (title: string) => `new time for “${title}”`,
    newRoom: (title: string) => `new room for “${title}”`,
    talks: (count: number) => plural(count, { one: 'changes to # talk', other: 'changes to # talks' }),
    wasPlanned: (slot: string) => `Canceled. It was planned for: ${slot}`,
    takesPlace: (slot: string) => `Takes place after all: ${slot}`,
    now: (slot: string) => `Now: ${slot}`,
    before: (slot: string) => `Before: ${slot}`,
  },
  starts: (title: string, clock: string) => `“${title}” starts at ${clock}`,
  start: (count: number, clock: string) =>
    plural(count, { one: `# talk starts at ${clock}`, other: `# talks start at ${clock}` }),
  sampleTalk: 'Tests that people trust',
  sampleRoom: 'Great Hall',
  sampleReason: 'Please keep the title under 80 characters.',
  /** Below the text of e-mails to many people. */
  footers: {
    talk_changes: (url: string) =>
      `You get this e-mail because you starred these talks or take part in them. To stop these e-mails: ${url}`,
    talk_reminder: (url: string) =>
      `You get this e-mail because you asked to be reminded of your talks. To stop these e-mails: ${url}`,
    message: (url: string) =>
      `You get this e-mail because you have an account on this site. To stop these e-mails: ${url}`,
  } satisfies Record<MailingKind, (url: string) => string>,
  choices: {
    title: 'E-mails',
    text: 'You always get e-mails about your account, such as links to set a password.',
    legend: 'Send me',
    saved: 'Saved.',
    labels: {
      talk_changes: 'Changes to my talks',
      talk_reminder: 'Reminders',
      message: 'Messages from the organizers',
    } satisfies Record<MailingKind, string>,
    hints: {
      talk_changes: 'When a talk that you starred, or take part in, moves or is canceled.',
      talk_reminder: '30 minutes before a starred talk starts.',
      message: 'News about the event.',
    } satisfies Record<MailingKind, string>,
  },
  unsubscribe: {
    title: 'Unsubscribe',
    texts: {
      talk_changes: (platform: string) => `Stop e-mails about changes to your talks at ${platform}?`,
      talk_reminder: (platform: string) => `Stop reminders of your talks at ${platform}?`,
      message: (platform: string) => `Stop messages from the organizers of ${platform}?`,
    } satisfies Record<MailingKind, (platform: string) => string>,
    submit: 'Unsubscribe',
    doneTitle: 'You are unsubscribed',
    done: 'You will not get these e-mails any more.',
    all: 'Choose your e-mails',
    invalidTitle: 'This link does not work',
    invalidText: 'Copy the whole link from the e-mail, or sign in to choose your e-mails.',
  },
}

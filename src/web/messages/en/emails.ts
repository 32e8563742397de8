// E-mails to users, as plain text.

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
}

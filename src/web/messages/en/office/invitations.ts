// Invitations to people whose accounts nobody has set up yet.

export const invitations = {
  title: 'Invitation',
  none: 'This person has not set up the account yet.',
  open: (until: string) => `The invitation can be used until ${until}. A new one replaces it.`,
  send: 'Send invitation',
  sendAgain: 'Send again',
  create: 'Create invitation link',
  revoke: 'Revoke',
  titleFor: (name: string) => `Invitation for ${name}`,
  shownOnce: 'This invitation is shown once.',
  use: (email: string, until: string) =>
    `Anyone with the link can set up the account of ${email} until ${until}.`,
  link: 'Link',
  textToSend: 'Text to send',
  passOn: (until: string) =>
    `This installation sends no e-mail. Send each person their text now: it is shown once, and its link works until ${until}.`,
  another: 'Invite another person',
}

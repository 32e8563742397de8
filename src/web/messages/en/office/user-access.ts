// What a user may do: role, registration, password, and two-factor authentication.

export const userAccess = {
  title: (name: string) => `Access of ${name}`,
  ownersOnly: 'Only owners can change the access of admins and owners.',
  role: 'Role',
  roles: {
    attendee: 'Attendee: can attend',
    speaker: 'Speaker: can also speak and moderate',
    admin: 'Admin: can also use the Back Office',
    owner: 'Owner: can also manage admins, owners, and privileged keys',
  },
  roleHint: 'Takes effect immediately, even in open sessions. The External API cannot change roles.',
  changeRole: 'Change role',
  registration: 'Registration',
  alwaysAccepted: 'Registrations of admins and owners are always accepted.',
  accept: 'Accept',
  reject: 'Reject',
  rejectedHint: 'Rejected users cannot sign in.',
  password: 'Password',
  resetLinkIntro:
    'Create a reset link to let this user set a new password. It works once, within 24 hours, and replaces earlier links.',
  createResetLink: 'Create reset link',
  resetLink: 'Reset link',
  resetLinkShownOnce: 'This link is shown once and cannot be retrieved later.',
  resetLinkTitle: (name: string) => `Reset link for ${name}`,
  resetLinkUse: (email: string, until: string) =>
    `Anyone with it can set a new password for ${email} until ${until}.`,
  emailed: 'It is also sent by e-mail.',
  notEmailed: 'Share it yourself: this installation does not send e-mail.',
  twoFactor: 'Two-factor authentication',
  twoFactorTitle: (name: string) => `Two-factor authentication of ${name}`,
  twoFactorIntro: 'This user signs in with a password and a code from an authenticator app.',
  turnOff: 'Turn off',
  turnOffTitle: 'Turn off two-factor authentication',
  turnOffIntro: (email: string) =>
    `Do this when the authenticator app is lost. The password alone then signs in ${email}, until the user turns two-factor authentication on again. Make sure that the request comes from the account holder.`,
  notTurnedOff: 'Two-factor authentication is still on.',
  passwordHint: 'Required because this makes the sign-in less secure.',
}

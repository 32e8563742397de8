// Signing in and up, reset links, and the setup of a new platform.
import type { ComponentChildren } from 'preact'

export const signIn = {
  title: 'Sign in',
  name: 'E-mail or username',
  submit: 'Sign in',
  noAccount: 'No account yet?',
  signUp: 'Sign up',
  forgotPassword: 'Forgot your password? Ask an organizer for a reset link.',
  emailChanged: 'E-mail changed. Sign in with the new one.',
  passwordSet: 'Password changed. Sign in with your new password.',
  accountDeleted: 'Your account has been deleted.',
  failures: {
    refused: 'Incorrect e-mail, username, or password.',
    step_expired: 'Your sign-in timed out. Sign in again.',
    password_expired: 'This password has expired. Ask an organizer for a reset link.',
  },
  or: 'or',
  byEmail: 'Get a sign-in link by e-mail',
  link: {
    title: 'Sign in by e-mail',
    text: 'We send a link to your e-mail. You can open it on any device.',
    send: 'Send link',
    withPassword: 'Sign in with a password',
    sentTitle: 'Check your e-mail',
    sent: 'If this e-mail has an account, a sign-in link is on its way. It works once, within 15 minutes, on the device where you open it.',
    notReceived: 'Nothing there? Check the spam folder and the spelling of your e-mail.',
    again: 'Get a new link',
    confirm: (email: ComponentChildren, platform: string) => [
      'You are about to sign in as ',
      email,
      ` at ${platform} on this device.`,
    ],
    invalid: 'A sign-in link works once, within 15 minutes.',
  },
  passkey: {
    submit: 'Sign in with a passkey',
    failed: 'Signing in with a passkey did not work. Try again, or use your password.',
  },
  openId: {
    submit: (host: string) => `Sign in with ${host}`,
    failures: {
      too_many: 'Too many attempts. Wait a minute, then try again.',
      expired: 'Your sign-in timed out or was already used. Sign in again.',
      denied: 'You were not signed in there. Try again, or use another way to sign in.',
      unverified:
        'Your account there has no verified e-mail. Verify it there, or use another way to sign in.',
      closed:
        'There is no account with your e-mail, and sign-up is closed. Ask an organizer for an invitation.',
      refused:
        'You cannot sign in to this account this way. Use your invitation if you have one, or ask an organizer.',
      unreachable: 'The sign-in service cannot be reached. Try again later, or use another way to sign in.',
      misconfigured:
        'The sign-in service is not set up correctly. Use another way to sign in, and tell an organizer.',
      invalid_response:
        'The answer of the sign-in service is not valid. Try again, or use another way to sign in.',
    },
  },
  twoFactor: {
    title: 'Two-factor authentication',
    code: 'Authentication code',
    codeHint: 'Six digits from your authenticator app.',
    wrongCode: 'Incorrect code. Enter the code that the app shows now.',
    otherAccount: 'Use a different account',
  },
}

export const signUp = {
  title: 'Sign up',
  text: (platform: string) => `Create an account for ${platform}. An organizer reviews every registration.`,
  submit: 'Sign up',
  hasAccount: 'Already have an account?',
  signIn: 'Sign in',
  done: {
    title: 'Registration received',
    text: 'An organizer will review your registration. In the meantime, you can sign in with your e-mail and password and complete your profile.',
    existing:
      'If you already had an account with this e-mail, it has not changed, and neither has its password.',
  },
}

export const resetLink = {
  title: 'Set a new password',
  account: (email: ComponentChildren, platform: string) => ['For ', email, ` at ${platform}.`],
  submit: 'Set password',
  invalidTitle: 'Invalid or expired link',
  invalidText: 'A reset link works once, within 24 hours. Ask an organizer for a new one.',
  signIn: 'Go to sign-in',
}

export const confirmEmail = {
  title: 'Confirm your e-mail',
  text: (email: ComponentChildren, platform: string) => ['Use ', email, ` for your account at ${platform}.`],
  submit: 'Confirm e-mail',
  invalidText:
    'The link works once, within 24 hours, and not for an address that already has an account. To get a new one, change your e-mail in your profile again.',
}

export const setup = {
  title: 'Welcome',
  text: 'Describe your event and create the owner account. You can change everything later in the Back Office.',
  event: 'Event',
  name: 'Event name',
  accent: 'Accent color',
  accentHint: 'For links, buttons, and badges.',
  owner: 'Owner',
  submit: 'Finish setup',
  invalidTitle: 'Invalid or expired link',
  invalidText:
    'A setup link works once, within 24 hours. As long as the platform has no owner, the server prints a new link every time it starts.',
}

export const invitation = {
  title: (platform: string) => `Welcome to ${platform}`,
  text: (email: ComponentChildren) => ['Set up your account for ', email, '.'],
  submit: 'Create account',
  passkeyTitle: 'Or without a password',
  passkeyText: 'A passkey signs you in with your fingerprint, your face, or the PIN of your device.',
  invalidText:
    'An invitation works once, within 7 days, and a new one replaces it. If you have already used it, sign in. Otherwise ask an organizer for a new one.',
}

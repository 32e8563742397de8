// The settings of a platform.
import { number } from '../formats.ts'

const general = {
  event: 'Event',
  name: 'Name',
  tagline: 'Tagline',
  taglineHint: 'One sentence, shown below the name on the home page.',
  firstDay: 'First day',
  lastDay: 'Last day',
  daysHint: 'Without days, the home page shows those of the talks.',
  venue: 'Venue address',
  venueHint: 'One line, shown at the bottom of every page.',
  timeZoneHint: 'Times in the agenda are in this time zone, unless a visitor chooses another.',
  language: 'Default language',
  languageHint: 'Of pages and e-mails, for people whose browser asks for none of the languages below.',
  languages: 'Languages',
  languagesHint: 'Visitors can choose among these. The default language is always offered.',
  hasSignUp: 'Let visitors sign up',
  hasSignUpHint: 'New accounts wait under Registrations until you review them.',
  appearance: 'Appearance',
  banner: 'Banner URL',
  bannerHint: 'At least 1,200 pixels wide. It is shown on the home page and in links.',
  logo: 'Logo URL',
  logoHint: 'It is shown 32 pixels high.',
  icon: 'Icon URL',
  iconHint: 'Browsers show it in tabs and bookmarks, and phones on the home screen.',
  accent: 'Accent color',
  accentHint:
    'The color of links, buttons, and badges. Text on it is black or white, whichever is easier to read.',
  scheme: 'Color scheme',
  schemes: { auto: 'Match the visitor’s device', light: 'Always light', dark: 'Always dark' },
  sponsorLevels: 'Sponsor levels',
  sponsorLevelsHint: 'The names of the levels 1 to 5, as visitors see them.',
  sponsorLevel: (level: number) => `Level ${level}`,
  addresses: 'Host names',
  hosts: 'Host names',
  hostsHint: 'One per line. This platform also answers on host names that no other platform has.',
  noHosts: 'None',
  operatorOnly: 'Only the operator of this installation can change host names.',
}

const features = {
  intro: 'A feature is available in a talk when both these settings and the talk allow it.',
  legend: 'Talk features',
  hints: {
    chat: 'Allows chat on talk pages.',
    questions: 'Allows questions to speakers on talk pages.',
    surveys: 'Allows surveys on talk pages.',
    viewersCount: 'Allows everyone to see how many people are watching.',
    viewersList: 'Allows everyone to see who is watching, if these people agreed to be listed.',
    rewardsEarning: 'Allows viewers to earn points.',
  },
  talkEditing: 'Speakers edit their talks',
  talkEditingHint: 'Title, description, details, language, picture, and slides, in their account.',
  talkEditings: { off: 'Off', approval: 'With approval', direct: 'Directly' },
  questionsAreReviewed: 'Review new questions',
  questionsAreReviewedHint: 'New questions appear after a moderator has approved them.',
}

const passwords = {
  intro: (shortest: number) =>
    `Every password has lowercase and uppercase letters. Generated passwords have at least 20 characters. Passwords that people choose have at least ${number(shortest)} characters and must not be common ones.`,
  legend: 'Requirements',
  minLength: 'Minimum length',
  minLengthHint: '8 to 128 characters.',
  digits: 'Require a digit',
  symbols: 'Require a symbol',
}

const signIn = {
  links: 'Sign-in links',
  hasLinks: 'Let people sign in with a link by e-mail',
  hasLinksHint: 'A link works once, within 15 minutes. Two-factor authentication still asks for a code.',
  noMailServer: 'Links are not offered, because this installation has no mail server.',
}

const openId = {
  title: 'Sign-in service',
  intro:
    'Let people sign in with an OpenID Connect provider, such as Google, Microsoft Entra ID, Keycloak, or Authentik. Accounts are found by their verified e-mail. Two-factor authentication still asks for a code.',
  redirectUri: 'Register this redirect URI at the provider:',
  issuer: 'Issuer',
  issuerHint: 'The https address of the provider, such as https://accounts.google.com.',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  secretHint: 'It is stored encrypted and never shown again.',
  secretSaved: (day: string) =>
    `Saved on ${day} and never shown again. Leave it empty to keep it. A new issuer or client ID needs a new secret.`,
  label: 'Button text',
  labelHint: 'Optional, such as “Sign in with Example Ltd”.',
  passwordHint: 'To save or remove. A test does not need it.',
  test: 'Test connection',
  remove: 'Remove',
  works:
    'The provider can be reached and supports what is needed. To check the client ID and secret, sign in once.',
  problems: {
    unreachable: (detail: string) =>
      `The provider cannot be reached (${detail || 'no response'}). Check the address, and that this server may connect to it.`,
    forbidden_address: () =>
      'The provider has no public address. The operator can allow it with LECTERN_WEBHOOK_ADDRESSES.',
    no_discovery: (detail: string) =>
      `There is no OpenID configuration at this address${detail ? ` (${detail})` : ''}. Enter the issuer exactly as your provider names it.`,
    other_issuer: (detail: string) => `The provider calls itself ${detail}. Enter this as the issuer.`,
    unsupported: (detail: string) =>
      `The provider lacks what is needed: ${detail}. Turn on the authorization code flow with PKCE (S256).`,
    denied: () => 'The provider refused the request.',
    client_refused: (detail: string) => `The provider does not accept the client (${detail}).`,
    invalid_response: (detail: string) => `The response of the provider is not valid (${detail}).`,
  },
}

const retention = {
  intro: 'Everything older is deleted within an hour.',
  legend: 'Days to keep',
  kinds: {
    attendance: 'Attendance',
    messages: 'Chat messages',
    questions: 'Questions',
    surveys: 'Survey responses',
    favorites: 'Favorites',
  },
  hints: {
    attendance: 'From when the person last watched the talk.',
    messages: 'Leave empty to keep everything.',
    questions: 'Votes and answers are deleted with them. Leave empty to keep everything.',
    surveys: 'From when the survey was closed. The counted results stay. Leave empty to keep everything.',
    favorites: 'From when the talk has ended. Leave empty to keep everything.',
  },
}

const exports = {
  intro:
    'Each file has one object per line (NDJSON), as the API returns it. Anonymous questions and responses name nobody.',
  kinds: {
    talks: 'Talks',
    sponsors: 'Sponsors',
    users: 'Users',
    messages: 'Chat messages',
    questions: 'Questions with votes and answers',
    surveys: 'Surveys',
    'survey-responses': 'Survey responses',
    attendance: 'Attendance, live and as a replay',
    points: 'Points',
    credits: 'Credits',
    favorites: 'Favorites',
  },
}

export const settings = {
  title: 'Settings',
  tabs: {
    general: 'General',
    features: 'Features',
    rooms: 'Video rooms',
    live: 'Live',
    signIn: 'Sign-in',
    emails: 'E-mails',
    passwords: 'Passwords',
    retention: 'Retention',
    export: 'Export',
    advanced: 'Advanced',
    platforms: 'Platforms',
  },
  general,
  features,
  signIn,
  openId,
  passwords,
  retention,
  export: exports,
}

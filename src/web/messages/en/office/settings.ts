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
  questionsAreReviewed: 'Review new questions',
  questionsAreReviewedHint: 'New questions appear after a moderator has approved them.',
}

const passwords = {
  intro: (shortest: number) =>
    `Every password has lowercase and uppercase letters. Generated passwords have at least 16 characters. Passwords that people choose have at least ${number(shortest)} characters and must not be common ones.`,
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
    webhooks: 'Webhooks',
    platforms: 'Platforms',
  },
  general,
  features,
  signIn,
  passwords,
  retention,
  export: exports,
}

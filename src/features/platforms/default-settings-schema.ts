// The settings of a new platform.
import { DEFAULT_PASSWORD_RULE } from '../../kernel/lib/security/passwords.ts'
import { DEFAULT_ACCENT } from '../../kernel/schema/common.ts'
import { SPONSOR_LEVELS } from './limits.ts'
import type { PlatformSettings } from './schema.ts'

export const defaultSettings: PlatformSettings = {
  timezone: 'UTC',
  tagline: null,
  firstDay: null,
  lastDay: null,
  language: 'en',
  languages: null,
  venue: null,
  banner: null,
  logo: null,
  icon: null,
  accent: DEFAULT_ACCENT,
  scheme: 'auto',
  roomAddress: null,
  rooms: { provider: 'address', appId: null, keyId: null, keySavedAt: null },
  recordsTalks: false,
  sponsorLevels: Array(SPONSOR_LEVELS).fill(''),
  hasSignUp: false,
  registration: { acceptance: 'review', domains: [], capacity: null, questions: [], hasSummary: true },
  emailTexts: [],
  signIn: { hasLinks: true },
  openId: null,
  requestsPerMinute: 100,
  password: DEFAULT_PASSWORD_RULE,
  features: {
    chat: true,
    questions: true,
    surveys: true,
    viewersCount: true,
    viewersList: true,
    rewardsEarning: true,
  },
  talkEditing: 'off',
  watching: 'everyone',
  chat: { isPaused: false, holdsLinks: false, heldWords: [] },
  retention: {
    attendance: 365,
    messages: null,
    questions: null,
    surveys: null,
    favorites: null,
    recordings: null,
  },
  points: { watched: 1, question: 2, survey: 3 },
  credits: { isOn: false, price: 1 },
  questions: { areReviewed: false },
  firstSteps: { isZoneConfirmed: false, isSiteViewed: false, areDismissed: false },
}

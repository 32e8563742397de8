// Platforms (tenants) and their settings.
import Type, { type Static } from 'typebox'
import { OwnText, textKinds } from '../../kernel/outbox/schema.ts'
import {
  anyLine,
  clearable,
  formatted,
  line,
  oneOf,
  pictureUrl,
  timezone,
} from '../../kernel/schema/common.ts'
import { languages } from '../../kernel/schema/languages.ts'
import { objectRule } from '../../kernel/schema/object-rules.ts'
import { MAX_CHOICES, MAX_DOMAINS, MAX_PANEL_MINUTES, MAX_QUESTIONS, SPONSOR_LEVELS } from './limits.ts'

export const platformFeatures = [
  'chat',
  'questions',
  'surveys',
  'viewersCount',
  'viewersList',
  'rewardsEarning',
] as const
export type PlatformFeature = (typeof platformFeatures)[number]

const featureSwitches = Object.fromEntries(
  platformFeatures.map((feature) => [feature, Type.Boolean()]),
) as Record<PlatformFeature, ReturnType<typeof Type.Boolean>>

/** Speakers cannot edit, edits need the approval of staff, or edits apply at once. */
export const talkEditings = ['off', 'approval', 'direct'] as const

/**
 * On site, online, or talks of both kinds, which is assumed without a choice: presets the type of new talks in forms and
 * imports. Pages of an event on site offer nothing that needs a video.
 */
export const eventFormats = ['on_site', 'online', 'mixed'] as const
export type EventFormat = (typeof eventFormats)[number]

/** A room URL without tokens, a Jitsi server with tokens, or JaaS (Jitsi as a Service by 8x8). */
export const roomProviders = ['address', 'jitsi', 'jaas'] as const
export type RoomProvider = (typeof roomProviders)[number]

export const OpenIdSettings = Type.Object({
  issuer: formatted('webhook-url', 2048),
  clientId: line(255),
  /** The label of the button; the text of the page if it is empty. */
  label: Type.String({ maxLength: 60, 'x-line': true }),
  /** Epoch milliseconds. */
  secretSavedAt: Type.Integer(),
})

/** The people who are accepted without a review: nobody, everybody, or those with an e-mail of a domain. */
export const acceptances = ['review', 'automatic', 'domains'] as const

const questionKinds = ['text', 'choice', 'checkbox'] as const

/** Nobody can answer a question without choices. If it is required, nobody could register. */
const enoughChoices = objectRule('x-choices', ({ kind, choices }) =>
  kind === 'choice' && Array.isArray(choices) && choices.length < 2
    ? { attribute: 'choices', type: 'choice', message: 'must have at least 2 items' }
    : undefined,
)

/** A question that people answer when they register. */
export const RegistrationQuestion = Type.Object(
  {
    /** Answers are stored by it, so that the id of a deleted question is never used again. */
    id: Type.String({ pattern: '^[a-z0-9-]{1,40}$' }),
    kind: oneOf(questionKinds),
    label: line(200),
    /** The answers of a question of the kind `choice`; empty for the others. */
    choices: Type.Array(line(100), { maxItems: MAX_CHOICES, uniqueItems: true }),
    isRequired: Type.Boolean(),
  },
  enoughChoices,
)
export type RegistrationQuestion = Static<typeof RegistrationQuestion>

const uniqueQuestions = objectRule('x-unique-questions', ({ questions }) =>
  Array.isArray(questions) && new Set(questions.map((question) => question?.id)).size < questions.length
    ? { attribute: 'questions', type: 'id', message: 'must have different ids' }
    : undefined,
)

export const PlatformSettings = Type.Object({
  timezone: timezone(),
  /** The subject of the event, in one sentence. */
  tagline: clearable(line(200)),
  /** The days of the event, such as 2027-05-20; null uses the days of the talks. */
  firstDay: clearable(formatted('date', 10)),
  lastDay: clearable(formatted('date', 10)),
  /** The language of pages and e-mails for people whose browser or account names no other offered language. */
  language: oneOf(languages),
  /** The other languages that are offered; null for all. */
  languages: clearable(Type.Array(oneOf(languages), { uniqueItems: true })),
  /** The place of the event, on one line. */
  venue: clearable(anyLine(255)),
  format: oneOf(eventFormats),
  banner: clearable(pictureUrl()),
  logo: clearable(pictureUrl()),
  /** A square picture for the site, such as in the tab of a browser. */
  icon: clearable(pictureUrl()),
  /** The color of links, buttons, and badges. */
  accent: formatted('color', 7),
  scheme: oneOf(['auto', 'light', 'dark']),
  /** The URL of the room of an embedded talk; {id} stands for the talk. */
  roomAddress: clearable(formatted('room-address', 2048)),
  /** The provider of the rooms, and the key that signs the tokens of people in them. The key itself is stored apart. */
  rooms: Type.Object({
    provider: oneOf(roomProviders),
    appId: clearable(anyLine(255)),
    keyId: clearable(anyLine(255)),
    /** Epoch milliseconds; null without a key. */
    keySavedAt: clearable(Type.Integer()),
  }),
  /** Whether the server records talks in its video rooms, and streams that it carries. */
  recordsTalks: Type.Boolean(),
  /** The space for its recordings in GB; null without a limit. */
  recordingsGb: clearable(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** The names of the sponsor levels, highest first; an empty name uses the one of the page's language. */
  sponsorLevels: Type.Array(Type.String({ maxLength: 60, 'x-line': true }), {
    minItems: SPONSOR_LEVELS,
    maxItems: SPONSOR_LEVELS,
  }),
  /** Whether visitors can register. */
  hasSignUp: Type.Boolean(),
  registration: Type.Object(
    {
      acceptance: oneOf(acceptances),
      /** The domains of `acceptance: 'domains'`, in lowercase. */
      domains: Type.Array(formatted('host-name', 253), { maxItems: MAX_DOMAINS, uniqueItems: true }),
      /** The number of attendees that are accepted; null if it is not limited. */
      capacity: clearable(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      questions: Type.Array(RegistrationQuestion, { maxItems: MAX_QUESTIONS }),
      /** Whether admins and owners get a daily summary by e-mail. */
      hasSummary: Type.Boolean(),
    },
    uniqueQuestions,
  ),
  /** The texts of e-mails that organizers have changed. */
  emailTexts: Type.Array(OwnText, { maxItems: textKinds.length * languages.length }),
  signIn: Type.Object({
    /** Whether people can request a sign-in link by e-mail. */
    hasLinks: Type.Boolean(),
  }),
  /** The OpenID provider for signing in; null for none. The client secret is stored apart. */
  openId: clearable(OpenIdSettings),
  requestsPerMinute: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  password: Type.Object({
    minLength: Type.Integer({ minimum: 8, maximum: 128 }),
    digits: Type.Boolean(),
    symbols: Type.Boolean(),
  }),
  features: Type.Object(featureSwitches),
  /** Whether speakers and moderators can change the texts of their talks. */
  talkEditing: oneOf(talkEditings),
  /** The people who may watch talks and follow their live content. */
  watching: oneOf(['everyone', 'signed_in', 'accepted']),
  /**
   * The minutes before the start of a talk from which its page shows chat, questions, surveys, and viewers. The API does
   * not depend on it.
   */
  panelMinutes: Type.Integer({ minimum: 0, maximum: MAX_PANEL_MINUTES }),
  chat: Type.Object({
    /** Pauses the chats of all talks. */
    isPaused: Type.Boolean(),
    /** Messages with links wait for a moderator. */
    holdsLinks: Type.Boolean(),
    /** Messages with one of these words wait for a moderator. */
    heldWords: Type.Array(line(60), { maxItems: 500 }),
  }),
  /** Retention in days; null for always. */
  retention: Type.Object({
    attendance: Type.Integer({ minimum: 1, maximum: 3650 }),
    messages: clearable(Type.Integer({ minimum: 1, maximum: 3650 })),
    questions: clearable(Type.Integer({ minimum: 1, maximum: 3650 })),
    /** Responses to surveys, counted from the closing of the survey. */
    surveys: clearable(Type.Integer({ minimum: 1, maximum: 3650 })),
    /** Favorites, counted from the end of the talk. */
    favorites: clearable(Type.Integer({ minimum: 1, maximum: 3650 })),
    /** Recordings that the server has made, counted from the end of the talk. */
    recordings: clearable(Type.Integer({ minimum: 1, maximum: 3650 })),
  }),
  /** The points that people earn. 0 turns a rule off. */
  points: Type.Object({
    /** Points for each five minutes watched. */
    watched: Type.Integer({ minimum: 0, maximum: 1000 }),
    question: Type.Integer({ minimum: 0, maximum: 1000 }),
    survey: Type.Integer({ minimum: 0, maximum: 1000 }),
  }),
  /** Whether watching costs credits, and the price of talks without their own. */
  credits: Type.Object({ isOn: Type.Boolean(), price: Type.Integer({ minimum: 0, maximum: 1_000_000 }) }),
  questions: Type.Object({
    /** New questions wait for a moderator. */
    areReviewed: Type.Boolean(),
  }),
  /** Facts about the first steps that nothing else on the platform shows. */
  firstSteps: Type.Object({
    isZoneConfirmed: Type.Boolean(),
    isSiteViewed: Type.Boolean(),
    areDismissed: Type.Boolean(),
  }),
})
export type PlatformSettings = Static<typeof PlatformSettings>

/** Any of the settings, and the name. Settings that are not sent stay unchanged. */
export const PlatformChange = Type.Partial(Type.Object({ name: line(255), ...PlatformSettings.properties }), {
  additionalProperties: false,
})
export type PlatformChange = Partial<PlatformSettings> & { name?: string }

/** The host names of a platform, in lowercase, without a port. */
export const PlatformHosts = Type.Object(
  { hosts: Type.Array(formatted('host-name', 253), { maxItems: 20, uniqueItems: true }) },
  { additionalProperties: false },
)

export const PlatformCreate = Type.Object(
  {
    slug: Type.String({ pattern: '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$' }),
    name: line(255),
    timezone: Type.Optional(timezone()),
  },
  { additionalProperties: false },
)
export type PlatformCreate = Static<typeof PlatformCreate>

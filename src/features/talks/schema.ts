// Talks in requests and responses.
import Type, { type Static } from 'typebox'
import { canonicalLanguage } from '../../kernel/lib/text/language-tags.ts'
import {
  anyLine,
  byExternalId,
  changedSince,
  etag,
  externalId,
  formatted,
  httpsUrl,
  id,
  instant,
  language,
  line,
  lines,
  listQuery,
  oneOf,
  pictureUrl,
  ref,
  timezone,
} from '../../kernel/schema/common.ts'
import * as examples from '../../kernel/schema/examples.ts'
import * as field from '../../kernel/schema/fields.ts'
import { objectRule } from '../../kernel/schema/object-rules.ts'
import { Notice } from '../../kernel/schema/problems.ts'
import { AttachedPerson, description, Person, TalkPerson } from '../people/attached/attached-people-schema.ts'
import { MAX_DETAILS } from './limits.ts'
import { fittingVideo } from './video-schema.ts'

/** The types of talks that are watched at an address, their `video`. */
export const addressTypes = ['rtmp', 'youtube', 'external', 'replay'] as const
export type AddressType = (typeof addressTypes)[number]

/** A talk without a type takes place on site and has no video. */
export const talkTypes = ['embedded', ...addressTypes] as const
export type TalkType = (typeof talkTypes)[number]

/** Whether talks of this type take place in a video room of the platform. */
export const hasRoom = (type: TalkType | null): type is 'embedded' => type === 'embedded'

/** Whether talks of this type are watched at an address. */
export const hasAddress = (type: TalkType | null): type is AddressType =>
  addressTypes.some((known) => known === type)

/** Whether talks of this type lack something without an address. A stream can also be pushed to this server. */
export const needsVideo = (type: TalkType | null): type is Exclude<AddressType, 'rtmp'> =>
  hasAddress(type) && type !== 'rtmp'

/** The filter of talks without a type. */
export const NO_TYPE = 'none'

export const talkKinds = ['talk', 'break'] as const
export type TalkKind = (typeof talkKinds)[number]

export const talkStates = ['draft', 'published', 'cancelled'] as const
export type TalkState = (typeof talkStates)[number]

export const TalkLink = Type.Object({ label: anyLine(255), url: httpsUrl() }, { additionalProperties: false })
export type TalkLink = Static<typeof TalkLink>

export const TalkFile = Type.Object(
  {
    label: anyLine(255, { examples: ['Slides'] }),
    url: formatted('document-path', 255, {
      description: 'The path of an uploaded PDF (`POST /files`).',
      examples: [examples.documentPath],
    }),
  },
  { additionalProperties: false },
)
export type TalkFile = Static<typeof TalkFile>

export const talkFields = field.defineFields({
  externalId: field.optional(externalId()),
  kind: field.choice(talkKinds, {
    initial: 'talk',
    description:
      'A break is an entry of the agenda that needs no speakers, such as lunch or the registration. A talk that becomes a break keeps no speakers and moderators, unless they are sent with it, and the response has the warning `people_removed`. Default: talk.',
  }),
  state: field.choice(talkStates, {
    initial: 'published',
    description:
      'A draft is visible to staff only. A canceled talk stays in the public programme, marked as canceled, and nobody can take part in it. Default: published.',
  }),
  title: field.required(line(140, { examples: ['Tests that people trust'] })),
  description: field.required(description()),
  details: field.optional(
    lines(MAX_DETAILS, {
      description:
        'Up to 10,000 characters of Markdown, displayed below the description. HTML becomes paragraphs, lists, and links.',
      examples: ['Bring a laptop.\n\nWe build a small test suite together.'],
    }),
  ),
  speakers: {
    body: Type.Array(ref(TalkPerson), {
      minItems: 1,
      maxItems: 50,
      'x-unique-email': true,
      description: 'At least one. A break leaves them out.',
    }),
    shown: Type.Array(ref(Person)),
  },
  moderators: {
    body: Type.Array(ref(TalkPerson), { maxItems: 50, 'x-unique-email': true }),
    shown: Type.Array(ref(Person)),
  },
  start: {
    body: instant({
      description:
        'ISO 8601 with an offset (`+02:00`, `+0200`, or `+02`) or Z, in the extended or the basic format. Responses use UTC.',
    }),
    shown: Type.String({ format: 'date-time', description: 'In UTC.' }),
  },
  timezone: field.optional(timezone(), { description: 'null means the time zone of the platform.' }),
  duration: field.plain({
    body: Type.Number({
      minimum: 1,
      maximum: 1440,
      description: 'Minutes; fractions are allowed. Default: 60.',
    }),
    shown: Type.Number({ description: 'Minutes.' }),
    initial: 60,
  }),
  type: field.optional(
    oneOf(talkTypes, {
      description:
        'The kind of video. Default: null, a talk on site without a video. embedded: a video room, which Lectern has, unless the platform uses rooms of another provider. null also clears `video`.',
    }),
    { description: 'The kind of video. null means that it takes place on site.' },
  ),
  video: field.optional(
    Type.String({
      maxLength: 2048,
      description:
        'Depends on `type`, and is refused without one. embedded: ignored, with the warning `video_ignored`. rtmp: an rtmp, rtmps, or https URL. youtube: a YouTube URL, stored in its embed form. external: an https URL, on any port. replay: an https URL.',
    }),
  ),
  image: field.optional(pictureUrl()),
  links: field.list(TalkLink, { maxItems: 50 }),
  room: field.optional(line(100, { description: 'Where it takes place.', examples: ['Great Hall'] })),
  files: field.list(TalkFile, { maxItems: 20, description: 'Files to download, such as slides.' }),
  track: field.optional(line(60, { examples: ['Engineering'] })),
  language: field.plain({
    ...field.optional(language(), { description: 'A BCP 47 language tag in its canonical form.' }),
    merge: (_before, tag) => canonicalLanguage(tag ?? '') ?? null,
  }),
  tags: field.tags('Displayed and searchable.'),
  hiddenTags: field.tags('Searchable, but never displayed.'),
  featured: field.flag(false, 'Appears under Featured Talks on the home page.'),
  recommended: field.flag(false, 'Appears under the Recommended filter.'),
  keynote: field.flag(false, 'Highlighted in the agenda.'),
  available: field.flag(false, 'Makes a replay available immediately instead of at its start.'),
  features: field.flags({
    chat: field.flag(true, 'The talk has a chat.'),
    questions: field.flag(true, 'Viewers can ask the speakers questions.'),
    surveys: field.flag(true, 'The talk has surveys.'),
    viewersCount: field.flag(true, 'Shows the number of viewers.'),
    viewersList: field.flag(true, 'Shows the list of viewers.'),
    rewardsEarning: field.flag(true, 'Viewers earn points.'),
    freeLive: field.flag(false, 'Watching live costs no credits.'),
    freeReplay: field.flag(false, 'Watching the replay costs no credits.'),
  }),
})

export const talkFeatures = Object.keys(
  talkFields.initial.features,
) as (keyof typeof talkFields.initial.features)[]

const { title, description: descriptionField, start, ...optional } = talkFields.body

/** A new talk has speakers, unless it is a break. */
const neededSpeakers = objectRule('x-speakers', ({ kind, speakers }) =>
  kind === 'break' || speakers !== undefined ? undefined : { missing: 'speakers' },
)

export const TalkUpdate = Type.Partial(Type.Object(talkFields.body), {
  $id: 'TalkUpdate',
  additionalProperties: false,
  description:
    'The attributes of a talk to change. To create a talk, send all attributes that `TalkCreate` requires.',
  ...fittingVideo,
  examples: [examples.talkUpdate],
})
export const TalkCreate = Type.Object(
  {
    title,
    description: descriptionField,
    start,
    ...Type.Partial(Type.Object(optional)).properties,
  },
  {
    $id: 'TalkCreate',
    additionalProperties: false,
    description: 'A new talk. It needs `speakers`, unless it is a break.',
    ...fittingVideo,
    ...neededSpeakers,
    examples: [examples.talkCreate],
  },
)
export type TalkBody = Static<typeof TalkUpdate>

/** Attributes of a talk that its speakers and moderators may change. */
export const textAttributes = ['title', 'description', 'details', 'language', 'image', 'files'] as const
export type TalkTexts = Pick<TalkBody, (typeof textAttributes)[number]>

const { hiddenTags, moderators, ...publicFields } = talkFields.shown

/** A talk of the public programme, without its moderators and hidden tags. */
export const UpcomingTalk = Type.Object(publicFields, {
  $id: 'UpcomingTalk',
  description: 'A talk that has not ended yet, without its moderators and hidden tags.',
})
export type UpcomingTalk = Static<typeof UpcomingTalk>
export const Talk = Type.Object(
  { ...publicFields, hiddenTags, moderators },
  { $id: 'Talk', description: 'A talk with its speakers and moderators.' },
)
export type Talk = Static<typeof Talk>

export const TalkSaved = Type.Object(
  {
    code: Type.Literal('ok'),
    message: Type.String(),
    id: id(),
    etag: etag(),
    speakers: Type.Array(ref(AttachedPerson)),
    moderators: Type.Array(ref(AttachedPerson)),
    warnings: Type.Optional(Type.Array(ref(Notice))),
  },
  {
    $id: 'TalkSaved',
    description: 'The talk was saved. Contains the people of the lists that were sent.',
    examples: [examples.talkSaved],
  },
)
export type TalkSaved = Static<typeof TalkSaved>

export const TalkListQuery = Type.Object(
  {
    ...listQuery,
    ...changedSince,
    ...byExternalId,
    kind: Type.Optional(oneOf(talkKinds, { description: 'Only talks, or only breaks.' })),
    state: Type.Optional(oneOf(talkStates, { description: 'Only talks in this state.' })),
    room: Type.Optional(Type.String({ maxLength: 100, description: 'Only talks in this room.' })),
    track: Type.Optional(Type.String({ maxLength: 60, description: 'Only talks of this track.' })),
    language: Type.Optional(language()),
    tag: Type.Optional(
      Type.String({ maxLength: 60, description: 'Only talks with this tag, displayed or hidden.' }),
    ),
    type: Type.Optional(
      oneOf([...talkTypes, NO_TYPE], {
        description: 'Only talks with this kind of video; `none` for those without a type.',
      }),
    ),
    speaker: Type.Optional(Type.String({ maxLength: 254, description: 'The id or e-mail of a speaker.' })),
    featured: Type.Optional(Type.Boolean({ description: 'Only talks that are, or are not, featured.' })),
    recommended: Type.Optional(
      Type.Boolean({ description: 'Only talks that are, or are not, recommended.' }),
    ),
    keynote: Type.Optional(Type.Boolean({ description: 'Only talks that are, or are not, keynotes.' })),
  },
  { additionalProperties: false },
)
export type TalkListQuery = Static<typeof TalkListQuery>
export const UpcomingQuery = Type.Object(listQuery, { additionalProperties: false })
export type UpcomingQuery = Static<typeof UpcomingQuery>

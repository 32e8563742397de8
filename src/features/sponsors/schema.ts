// Sponsors in requests and responses.
import Type, { type Static } from 'typebox'
import {
  byExternalId,
  changedSince,
  etag,
  externalId,
  formatted,
  httpsUrl,
  id,
  line,
  lines,
  listQuery,
  pictureUrl,
  ref,
} from '../../kernel/schema/common.ts'
import * as examples from '../../kernel/schema/examples.ts'
import * as field from '../../kernel/schema/fields.ts'
import { Notice } from '../../kernel/schema/problems.ts'
import { AttachedPerson, Person, SponsorPerson } from '../people/attached/attached-people-schema.ts'
import { SPONSOR_LEVELS } from '../platforms/limits.ts'
import { MAX_PAGE_CONTENT } from './limits.ts'

/** The format of `pageContent`. */
export const pageFormats = ['html', 'markdown'] as const
export type PageFormat = (typeof pageFormats)[number]

export const sponsorFields = field.defineFields({
  externalId: field.optional(externalId()),
  name: field.required(line(255, { examples: ['Example Ltd'] })),
  logo: field.required(pictureUrl()),
  level: field.plain({
    body: Type.Integer({ minimum: 1, maximum: SPONSOR_LEVELS, description: '1 is the highest level.' }),
    shown: Type.Integer(),
    initial: SPONSOR_LEVELS,
  }),
  hasPage: field.flag(false, 'The sponsor has its own page.'),
  pageContent: field.optional(
    lines(MAX_PAGE_CONTENT, {
      description: 'HTML, or Markdown if `pageFormat` says so. HTML is sanitized when it is displayed.',
      examples: ['<p>Hello</p>'],
    }),
  ),
  pageFormat: field.choice(pageFormats, {
    initial: 'html',
    default: 'html',
    description: 'How `pageContent` is written. Markdown (CommonMark) is without pictures.',
  }),
  website: field.optional(httpsUrl()),
  speakers: {
    body: Type.Array(ref(SponsorPerson), { maxItems: 50, 'x-unique-email': true }),
    shown: Type.Array(ref(Person)),
  },
  icon: field.optional(pictureUrl()),
  color: field.optional(formatted('color', 7, { description: '#rrggbb', examples: ['#0a7d55'] })),
  options: field.flags({
    displayInLobby: field.flag(false, 'Shown in the lobby.'),
    highlight: field.flag(false, 'Displayed more prominently than the others.'),
  }),
})

const { name, logo, level, ...optional } = sponsorFields.body

export const SponsorUpdate = Type.Partial(Type.Object(sponsorFields.body), {
  $id: 'SponsorUpdate',
  additionalProperties: false,
  description:
    'The attributes of a sponsor to change. To create a sponsor, send all attributes that `SponsorCreate` requires.',
  examples: [examples.sponsorUpdate],
})
export const SponsorCreate = Type.Object(
  { name, logo, level, ...Type.Partial(Type.Object(optional)).properties },
  {
    $id: 'SponsorCreate',
    additionalProperties: false,
    description: 'A new sponsor.',
    examples: [examples.sponsorCreate],
  },
)
export type SponsorBody = Static<typeof SponsorUpdate>

export const Sponsor = Type.Object(sponsorFields.shown, {
  $id: 'Sponsor',
  description: 'A sponsor with its speakers.',
})
export type Sponsor = Static<typeof Sponsor>

export const SponsorSaved = Type.Object(
  {
    code: Type.Literal('ok'),
    message: Type.String(),
    id: id(),
    etag: etag(),
    speakers: Type.Array(ref(AttachedPerson)),
    warnings: Type.Optional(Type.Array(ref(Notice))),
  },
  {
    $id: 'SponsorSaved',
    description: 'The sponsor was saved. Contains the people of the list if it was sent.',
    examples: [examples.sponsorSaved],
  },
)
export type SponsorSaved = Static<typeof SponsorSaved>

export const SponsorListQuery = Type.Object(
  {
    ...listQuery,
    ...changedSince,
    ...byExternalId,
    level: Type.Optional(
      Type.Integer({ minimum: 1, maximum: SPONSOR_LEVELS, description: 'Only sponsors of this level.' }),
    ),
  },
  { additionalProperties: false },
)
export type SponsorListQuery = Static<typeof SponsorListQuery>

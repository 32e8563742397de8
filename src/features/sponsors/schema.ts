// Sponsors in requests and responses.
import Type, { type Static } from 'typebox'
import {
  byExternalId,
  changedSince,
  clearable,
  etag,
  externalId,
  flag,
  formatted,
  httpsUrl,
  id,
  line,
  lines,
  listQuery,
  nullable,
  oneOf,
  pictureUrl,
  ref,
  versionFields,
} from '../../kernel/schema/common.ts'
import * as examples from '../../kernel/schema/examples.ts'
import { Notice } from '../../kernel/schema/problems.ts'
import { AttachedPerson, Person, SponsorPerson } from '../people/attached/attached-people-schema.ts'
import { SPONSOR_LEVELS } from '../platforms/schema.ts'

export const SponsorOptions = Type.Object({
  displayInLobby: flag(false, 'Shown in the lobby.'),
  highlight: flag(false, 'Displayed more prominently than the others.'),
})
export type SponsorOptions = Static<typeof SponsorOptions>

/** The format of `pageContent`. */
export const pageFormats = ['html', 'markdown'] as const
export type PageFormat = (typeof pageFormats)[number]

/** In characters. */
export const MAX_PAGE_CONTENT = 65_536

const fields = {
  externalId: clearable(externalId()),
  name: line(255, { examples: ['Example Ltd'] }),
  logo: pictureUrl(),
  level: Type.Integer({ minimum: 1, maximum: SPONSOR_LEVELS, description: '1 is the highest level.' }),
  hasPage: flag(false, 'The sponsor has its own page.'),
  pageContent: clearable(
    lines(MAX_PAGE_CONTENT, {
      description: 'HTML, or Markdown if `pageFormat` says so. HTML is sanitized when it is displayed.',
      examples: ['<p>Hello</p>'],
    }),
  ),
  pageFormat: oneOf(pageFormats, {
    default: 'html',
    description: 'How `pageContent` is written. Markdown (CommonMark) is without pictures.',
  }),
  website: clearable(httpsUrl()),
  speakers: Type.Array(ref(SponsorPerson), { maxItems: 50, 'x-unique-email': true }),
  icon: clearable(pictureUrl()),
  color: clearable(formatted('color', 7, { description: '#rrggbb', examples: ['#0a7d55'] })),
  options: Type.Partial(SponsorOptions, { additionalProperties: false }),
}

const { name: nameField, logo, level, ...optional } = fields

export const SponsorUpdate = Type.Partial(Type.Object(fields), {
  $id: 'SponsorUpdate',
  additionalProperties: false,
  description:
    'The attributes of a sponsor to change. To create a sponsor, send all attributes that `SponsorCreate` requires.',
  examples: [examples.sponsorUpdate],
})
export const SponsorCreate = Type.Object(
  { name: nameField, logo, level, ...Type.Partial(Type.Object(optional)).properties },
  {
    $id: 'SponsorCreate',
    additionalProperties: false,
    description: 'A new sponsor.',
    examples: [examples.sponsorCreate],
  },
)
export type SponsorBody = Static<typeof SponsorUpdate>

export const Sponsor = Type.Object(
  {
    id: id(),
    externalId: nullable(Type.String()),
    name: Type.String(),
    logo: Type.String(),
    level: Type.Integer(),
    hasPage: Type.Boolean(),
    pageContent: nullable(Type.String()),
    pageFormat: Type.Enum([...pageFormats]),
    website: nullable(Type.String()),
    speakers: Type.Array(ref(Person)),
    icon: nullable(Type.String()),
    color: nullable(Type.String()),
    options: SponsorOptions,
    ...versionFields,
  },
  { $id: 'Sponsor', description: 'A sponsor with its speakers.' },
)
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

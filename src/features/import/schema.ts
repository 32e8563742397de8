// Import of a whole programme in one request.
import Type, { type Static } from 'typebox'
import { ChangedAttribute } from '../../kernel/changes/dry-run-schema.ts'
import { email, externalId, id, line, nullable, ref, text } from '../../kernel/schema/common.ts'
import * as examples from '../../kernel/schema/examples.ts'
import { bulkSummary, Notice } from '../../kernel/schema/problems.ts'
import { UserUpdate } from '../people/schema.ts'
import { SponsorUpdate } from '../sponsors/schema.ts'
import { SurveyUpdate } from '../surveys/schema.ts'
import { TalkUpdate } from '../talks/schema.ts'
import { fittingVideo } from '../talks/video-schema.ts'
import { MAX_ITEMS } from './limits.ts'

export const programmeKinds = ['talks', 'sponsors', 'people', 'surveys'] as const
export type ProgrammeKind = (typeof programmeKinds)[number]

const strict = { additionalProperties: false }
const own = { externalId: externalId() }
/** Of items that files can contain. */
const fromFiles = {
  ...own,
  id: Type.Optional(
    text(36, {
      description:
        'The id of the object, as in an export. If the platform has it, the item changes this object, whatever its `externalId` and source, which stay as they are. Otherwise, only the `externalId` counts.',
    }),
  ),
  keepEdits: Type.Optional(
    Type.Array(line(100), {
      maxItems: 100,
      description:
        'Attributes of this item, as JSON Pointers, that are applied only to new objects and where no value was entered by hand since the last import. All others replace what was entered. Name what is empty in your system, so that the import does not clear it here. Each value that is kept is reported (`edits_kept`).',
      examples: [['/room', '/features/chat']],
    }),
  ),
}

export const ProgrammeTalk = Type.Object(
  { ...TalkUpdate.properties, ...fromFiles },
  {
    $id: 'ProgrammeTalk',
    ...strict,
    ...fittingVideo,
    description: 'A talk of the programme. A new one needs the attributes of a `TalkCreate`.',
  },
)
export const ProgrammeSponsor = Type.Object(
  { ...SponsorUpdate.properties, ...fromFiles },
  {
    $id: 'ProgrammeSponsor',
    ...strict,
    description: 'A sponsor of the programme. A new one needs the attributes of a `SponsorCreate`.',
  },
)
export const ProgrammePerson = Type.Object(
  { ...UserUpdate.properties, ...fromFiles, email: email() },
  {
    $id: 'ProgrammePerson',
    ...strict,
    description: 'An account of the programme. A new one is a speaker, unless `type` says otherwise.',
  },
)
export const ProgrammeSurvey = Type.Object(
  { ...SurveyUpdate.properties, ...own },
  {
    $id: 'ProgrammeSurvey',
    ...strict,
    description:
      'A survey of the programme. A new one needs the attributes of a `SurveyCreate`. Its `talkId` can name a talk of the same request, with `ext:`.',
  },
)

// Items are validated one by one, so that an invalid item does not affect the others.
const items = (schema: string) =>
  Type.Optional(
    Type.Array(Type.Object({}, { additionalProperties: true, 'x-checked-as': schema }), {
      maxItems: MAX_ITEMS,
    }),
  )

export const Programme = Type.Object(
  {
    source: line(60, {
      description:
        'The name of your system. A source owns the objects that it was the first to send. Those of another source are refused (`other_source`). Of the accounts, it owns only those that an import created. An existing account with the e-mail of a person and without an `externalId` is used for that person, with the warning `account_adopted`: it is updated and gets the `externalId`, but is never removed.',
      examples: ['crm'],
    }),
    talks: items('ProgrammeTalk'),
    sponsors: items('ProgrammeSponsor'),
    people: items('ProgrammePerson'),
    surveys: items('ProgrammeSurvey'),
    prune: Type.Optional(
      Type.Boolean({
        description:
          'Remove the objects of the same source that are no longer in the lists. Lists that you do not send are not pruned. A survey is removed with its responses, and with its talk. If an item of a list has a missing or invalid `externalId`, the whole request is refused. Default: false.',
      }),
    ),
    maxRemovedShare: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'The largest share of each kind that may be removed at once. Default: 0.2.',
      }),
    ),
    confirm: Type.Optional(
      Type.Boolean({ description: 'Remove objects regardless of their share. Default: false.' }),
    ),
    atomic: Type.Optional(
      Type.Boolean({
        description: 'All or nothing: if one item is refused, nothing is applied. Default: false.',
      }),
    ),
  },
  {
    $id: 'Programme',
    ...strict,
    description: 'The talks, sponsors, people, and surveys of a source.',
    examples: [examples.programme],
  },
)
export type Programme = Static<typeof Programme>

const position = () =>
  Type.Optional(Type.Integer({ description: 'The position in its list, from 0. Absent for removals.' }))

const counts = Type.Object({
  talks: Type.Integer(),
  sponsors: Type.Integer(),
  people: Type.Integer(),
  surveys: Type.Integer(),
})
export type ProgrammeCounts = Static<typeof counts>

export const ProgrammeSaved = Type.Object(
  {
    code: Type.Literal('ok'),
    message: Type.String(),
    dryRun: Type.Optional(Type.Literal(true)),
    created: counts,
    updated: counts,
    unchanged: counts,
    removed: counts,
    accounts: Type.Array(
      Type.Object({
        id: Type.Optional(id()),
        email: Type.String(),
        username: Type.Optional(Type.String()),
        password: Type.Optional(Type.String({ examples: ['(shown once)'] })),
      }),
      { description: 'The accounts that this request created. Their passwords cannot be retrieved later.' },
    ),
    refused: Type.Array(
      Type.Object({
        pointer: Type.String({ description: 'JSON Pointer (RFC 6901) to the item in the body.' }),
        index: position(),
        externalId: nullable(
          Type.String({ description: 'As it was sent, or that of an object that cannot be removed.' }),
        ),
        id: Type.Optional(id()),
        code: Type.String(),
        message: Type.String(),
        source: Type.Optional(
          Type.String({ description: 'The source that the object belongs to, for `other_source`.' }),
        ),
        errors: Type.Optional(
          Type.Array(Type.Object({ pointer: Type.String(), code: Type.String(), message: Type.String() }), {
            description: 'The problems of the item. Absent after the first 1,000 problems of a request.',
          }),
        ),
      }),
      { description: 'The items that were refused, and why. All others were applied.' },
    ),
    warnings: Type.Optional(Type.Array(ref(Notice))),
    summary: bulkSummary(),
    changes: Type.Optional(
      Type.Array(
        Type.Object({
          kind: Type.Enum([...programmeKinds]),
          action: Type.Enum(['created', 'updated', 'removed']),
          pointer: Type.Optional(
            Type.String({
              description: 'JSON Pointer (RFC 6901) to the item. Absent for objects that would be removed.',
            }),
          ),
          index: position(),
          externalId: nullable(Type.String({ description: 'After the change, or before a removal.' })),
          id: nullable(id()),
          changes: Type.Array(ref(ChangedAttribute)),
        }),
        {
          description:
            'Only in a dry run: what would change. Objects that would be removed have all their attributes as `before`.',
        },
      ),
    ),
  },
  {
    $id: 'ProgrammeSaved',
    description: 'The result of the import, by kind of object.',
    examples: [examples.programmeSaved],
  },
)
export type ProgrammeSaved = Static<typeof ProgrammeSaved>

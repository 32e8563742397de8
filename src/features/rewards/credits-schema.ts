// Credits: the ledger of a person, and the entries that API callers can add to it.
import Type, { type Static } from 'typebox'
import { id, line, listOf, nullable, oneOf, ref } from '../../kernel/schema/common.ts'
import { MAX_CREDITS } from '../live/limits.ts'
import { watchModes } from '../live/schema.ts'

export const creditKinds = ['grant', 'debit', 'refund'] as const
export type CreditKind = (typeof creditKinds)[number]

export const CreditChange = Type.Object(
  {
    kind: oneOf(creditKinds, {
      description:
        '`grant` adds credits. `debit` takes them, for a talk or for another reason. `refund` returns what a talk has cost; the person keeps access to it.',
    }),
    amount: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_CREDITS,
        description:
          'How many credits. Required unless there is a talk: a debit then takes its price, and a refund returns what was taken.',
        examples: [5],
      }),
    ),
    talk: Type.Optional(
      line(210, { description: 'The id of a talk, or `ext:` and your own identifier. Not for grants.' }),
    ),
    mode: Type.Optional(oneOf(watchModes, { description: 'How the talk is watched. Required with `talk`.' })),
    note: Type.Optional(line(200, { description: 'The person sees it.', examples: ['Conference pass'] })),
  },
  {
    $id: 'CreditChange',
    additionalProperties: false,
    description: 'A change of the credits of a person.',
    examples: [{ kind: 'grant', amount: 5, note: 'Conference pass' }],
  },
)
export type CreditChange = Static<typeof CreditChange>

export const CreditEntry = Type.Object(
  {
    id: id(),
    kind: oneOf(creditKinds),
    amount: Type.Integer({ description: 'Negative for debits.' }),
    balance: Type.Integer({ minimum: 0, description: 'The balance after this entry.' }),
    talk: nullable(id()),
    mode: nullable(oneOf(watchModes)),
    note: nullable(Type.String()),
    createdAt: Type.String({ format: 'date-time' }),
  },
  { $id: 'CreditEntry', description: 'An entry of the credits of a person.' },
)
export type CreditEntry = Static<typeof CreditEntry>

export const CreditLedger = Type.Object(
  {
    ...listOf(ref(CreditEntry)).properties,
    balance: Type.Integer({ minimum: 0, description: 'The credits that the person has.' }),
  },
  { description: 'The credits of a person, and a page of the entries.' },
)

export const CreditsSaved = Type.Object(
  {
    code: Type.Literal('ok'),
    message: Type.String(),
    id: Type.String({ format: 'uuid', description: 'The id of the account.' }),
    balance: Type.Integer({ minimum: 0, description: 'The balance after it.' }),
  },
  { $id: 'CreditsSaved', description: 'The credits were changed, or had been before.' },
)
export type CreditsSaved = Static<typeof CreditsSaved>

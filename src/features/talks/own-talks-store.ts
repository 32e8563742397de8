// The talks of a person by time, for that person's own pages.
import { text } from '../../kernel/store/sql/columns.ts'
import { allRows, defineQuery } from '../../kernel/store/sql/statements.ts'
import { type TalkRow, talks } from './tables.ts'

export type OwnTalk = { kind: 'speaker' | 'moderator'; talk: TalkRow }

/** The talks that an account speaks at or moderates. */
export const talksWith = defineQuery(
  'talk_people.own_talks',
  { userId: text() },
  ({ db }, p) =>
    db
      .selectFrom('talk_people')
      .innerJoin('talks', 'talks.id', 'talk_people.talk_id')
      .select('talk_people.kind as membership')
      .select(talks.qualifiedNames)
      .where('talk_people.user_id', '=', p.userId)
      .orderBy('talks.start_at')
      .orderBy('talks.id')
      .orderBy('talk_people.kind', 'desc'),
  allRows((row): OwnTalk => ({ kind: row.membership, talk: talks.decode(row) })),
)

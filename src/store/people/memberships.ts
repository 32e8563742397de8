// What a person belongs to, for that person's eyes: all of it, by time.
import { allRows, parameter, type Query, Statement } from '../sql/statements.ts'
import { type SponsorRow, sponsors, type TalkRow, talks } from '../sql/tables.ts'

const ownTalks = new Statement('talk_people.own_talks', ({ db }) =>
  db
    .selectFrom('talk_people')
    .innerJoin('talks', 'talks.id', 'talk_people.talk_id')
    .select(['talk_people.kind', ...talks.columnNames.map((name) => `talks.${name}` as 'talks.id')])
    .where('talk_people.user_id', '=', parameter('user'))
    .orderBy('talks.start_at')
    .orderBy('talks.id')
    .orderBy('talk_people.kind', 'desc'),
)

export type OwnTalk = { kind: 'speaker' | 'moderator'; talk: TalkRow }

/** The talks that an account speaks in or moderates. */
export const talksWith = (userId: string): Query<OwnTalk[]> => ({
  statement: ownTalks,
  values: { user: userId },
  decode: allRows((row) => ({
    kind: row.kind === 'moderator' ? 'moderator' : 'speaker',
    talk: talks.decode(row),
  })),
})

const ownSponsors = new Statement('sponsor_people.own_sponsors', ({ db }) =>
  db
    .selectFrom('sponsor_people')
    .innerJoin('sponsors', 'sponsors.id', 'sponsor_people.sponsor_id')
    .select(sponsors.columnNames.map((name) => `sponsors.${name}` as 'sponsors.id'))
    .where('sponsor_people.user_id', '=', parameter('user'))
    .orderBy('sponsors.level')
    .orderBy('sponsors.id'),
)

/** The sponsors that an account speaks for. */
export const sponsorsWith = (userId: string): Query<SponsorRow[]> => ({
  statement: ownSponsors,
  values: { user: userId },
  decode: allRows(sponsors.decode),
})

// The queries of filtered and sorted lists. Their statements are defined on first use, so each query is listed here,
// and each filter is in at least one of them.

import '../../src/features/features.ts'
import { hasMatch, hasSpeakerNamed, hasWord } from '../../src/features/agenda/agenda-search-store.ts'
import {
  countTalks,
  isInLanguages,
  isInRooms,
  isOfTracks,
  showsTags,
  startSlots,
  talksBeyond,
  talksWithin,
} from '../../src/features/agenda/store.ts'
import {
  countIncompleteSpeakers,
  countSpeakers,
  countUnusedSpeakers,
} from '../../src/features/dashboard/overview-store.ts'
import { userList } from '../../src/features/people/lists.ts'
import { inInvitationState, invitationStates } from '../../src/features/people/new-accounts/links-store.ts'
import { hasUserTag, isIncomplete, isUnused, userObjects } from '../../src/features/people/store.ts'
import { users } from '../../src/features/people/tables.ts'
import { listQuestions, otherThan } from '../../src/features/questions/store.ts'
import { questions } from '../../src/features/questions/tables.ts'
import {
  countPublicPeople,
  hasPublicWord,
  publicPeople,
  somePublicPeople,
  speaksInTrack,
} from '../../src/features/speakers/public-people-store.ts'
import { sponsorList } from '../../src/features/sponsors/lists.ts'
import { sponsorObjects } from '../../src/features/sponsors/store.ts'
import { sponsors } from '../../src/features/sponsors/tables.ts'
import { surveyList } from '../../src/features/surveys/office/list-surveys.ts'
import { isOfTalk, surveyObjects } from '../../src/features/surveys/store.ts'
import { surveys } from '../../src/features/surveys/tables.ts'
import { needsWork } from '../../src/features/talks/checks/programme-checks-store.ts'
import { talkList } from '../../src/features/talks/lists.ts'
import {
  endsAfter,
  endsBy,
  hasTalkTag,
  inLanguage,
  inRoom,
  inState,
  isMarked,
  isOfKind,
  isOfType,
  spokenBy,
  talkObjects,
} from '../../src/features/talks/store.ts'
import { talks } from '../../src/features/talks/tables.ts'
import { isSpeaker } from '../../src/features/talks/talk-people-store.ts'
import type { ObjectName } from '../../src/kernel/store/changes/objects.ts'
import { equals, type Filter, isAmongIds, isAtLeast } from '../../src/kernel/store/sql/filters.ts'
import type { SortedPage } from '../../src/kernel/store/sql/sorted-lists.ts'
import type { Query } from '../../src/kernel/store/sql/statements.ts'
import { HOUR, idOf, NOW } from './statement-rows.ts'

const P = idOf('platforms', 1)
const TALK = idOf('talks', 1)
const TEXT = 'Ärger 100%_a'
const LISTED = ['Ärger 100%_a', 'ärger 100%_a', 'Ü', 'a_b']
/** Words found with an index of texts, and by reading each row. Short ones are found as prefixes. */
const WORDS = ['a', 'rge'].flatMap((word) => [true, false].map((isCommon) => ({ word, isCommon })))
const COMMON = WORDS.filter(({ isCommon }) => isCommon)
const PAGE = { after: null, limit: 10 }
const SPAN = { from: NOW - 9 * HOUR, to: NOW, limit: 10, offset: 0 }

const ofTalks: Filter<'talks'>[] = [
  ...(['conflict', 'video', 'room', 'description', 'picture', 'speakers'] as const).map((check) =>
    needsWork(check, NOW),
  ),
  ...(['featured', 'recommended', 'keynote'] as const).map(isMarked),
  ...[isOfKind('talk'), isOfKind('break'), inState('published'), inState('draft')],
  ...[
    isOfType('none'),
    isOfType('embedded'),
    isOfType('youtube'),
    inRoom('Ü'),
    inLanguage(TEXT),
    equals(talks, 'track', TEXT),
  ],
  ...[hasTalkTag(TEXT), spokenBy('ärger@example.org'), endsAfter(NOW), endsBy(NOW)],
  ...[isInRooms(LISTED), isOfTracks(LISTED), isInLanguages(LISTED), showsTags(LISTED), showsTags([TEXT])],
  ...[isAmongIds('talks')([TALK]), equals(talks, 'recommended', true)],
]
const ofUsers: Filter<'users'>[] = [
  ...[hasUserTag('a_b'), speaksInTrack(TEXT), isIncomplete, isUnused, isSpeaker],
  ...invitationStates.map((state) => inInvitationState(state, 0)),
  ...[equals(users, 'role', 'speaker'), equals(users, 'highlighted', true)],
]
const ofQuestions = [
  otherThan(idOf('questions', 1)),
  isAtLeast(questions, 'updatedAt', NOW),
  equals(questions, 'state', 'open'),
]

/** Every sort of a list in both directions: from the start, after a position, and searched. */
function sorted<Name extends ObjectName, Row>(
  list: {
    rows(platformId: string, page: SortedPage<Name, Row>): Query<Row[]>
    count(
      platformId: string,
      found: Pick<SortedPage<Name, Row>, 'words' | 'filters'> & { most: number },
    ): Query<number>
    sorts: { byName: Record<string, SortedPage<Name, Row>['sort']['by']> }
  },
  words: typeof WORDS,
): Query<unknown>[] {
  const counts = [[], ...words.map((word) => [word])].map((searched) =>
    list.count(P, { words: searched, filters: [], most: 10 }),
  )
  const rows = Object.entries(list.sorts.byName).flatMap(([name, by]) =>
    [true, false].flatMap((isDescending) => {
      const position = by.shape.map((type) =>
        type === 'number' ? (isDescending ? 2 * NOW : 0) : isDescending ? '~' : '',
      )
      const page = {
        words: [],
        filters: [],
        sort: { name, by, isDescending },
        after: null,
        offset: 0,
        limit: 10,
      }
      return [
        list.rows(P, page),
        list.rows(P, { ...page, after: position }),
        ...words.map((word) => list.rows(P, { ...page, words: [word] })),
      ]
    }),
  )
  return [...counts, ...rows]
}

export const filteredQueries: Query<unknown>[] = [
  talkObjects.list({ platformId: P, ...PAGE }, []),
  ...ofTalks.map((filter) => talkObjects.list({ platformId: P, ...PAGE }, [filter])),
  talkObjects.listChanged({ platformId: P, ...PAGE, since: NOW }, [equals(talks, 'kind', 'talk')]),
  startSlots({ platformId: P, ...SPAN }, [isInRooms(LISTED)]),
  talksWithin({ platformId: P, ...SPAN }, [showsTags(LISTED)]),
  talksWithin({ platformId: P, ...SPAN }, [showsTags([TEXT])]),
  ...WORDS.map((word) => talksWithin({ platformId: P, ...SPAN }, [showsTags([TEXT]), hasWord(word)])),
  talksBeyond({ platformId: P, ...SPAN }, [isInRooms(LISTED)]),
  countTalks({ platformId: P, most: 10 }, [isInRooms(LISTED)]),
  sponsorObjects.list({ platformId: P, ...PAGE }, [isAmongIds('sponsors')([idOf('sponsors', 1)])]),
  sponsorObjects.listChanged({ platformId: P, ...PAGE, since: 0 }, [equals(sponsors, 'level', 1)]),
  ...ofUsers.map((filter) => userObjects.list({ platformId: P, ...PAGE }, [filter])),
  userObjects.listChanged({ platformId: P, ...PAGE, since: NOW }, []),
  publicPeople({ platformId: P, limit: 10 }, [speaksInTrack(TEXT)]),
  ...WORDS.flatMap((word) => [
    publicPeople({ platformId: P, limit: 10 }, [hasPublicWord(word)]),
    hasMatch({ platformId: P }, [hasWord(word)]),
    hasMatch({ platformId: P }, [hasSpeakerNamed([word])]),
  ]),
  somePublicPeople({ platformId: P, limit: 10, offset: 0 }, [hasUserTag('a_b')]),
  countPublicPeople({ platformId: P, most: 10 }, [hasUserTag('a_b')]),
  ...[countSpeakers, countUnusedSpeakers, countIncompleteSpeakers].map((count) => count(P, 10)),
  surveyObjects.list({ platformId: P, ...PAGE }, [isOfTalk(TALK)]),
  surveyObjects.listChanged({ platformId: P, ...PAGE, since: 0 }, [equals(surveys, 'state', 'open')]),
  ...ofQuestions.map((filter) => listQuestions({ talkId: TALK, after: '', limit: 10 }, [filter])),
  ...[...sorted(talkList, WORDS), ...sorted(userList, WORDS)],
  // No index finds words in these lists.
  ...[...sorted(sponsorList, COMMON), ...sorted(surveyList, COMMON)],
]

// Talks and people that do not exist, for the page of components.

import type { ListedPerson } from '../../../src/features/talks/programme/public-talks-store.ts'
import type { TalkCard } from '../../../src/features/talks/programme/talk-cards.ts'
import type { TalkPhase } from '../../../src/features/talks/talk-states.ts'

/** 2027-05-20T10:00:00Z */
const START = 1_810_807_200_000
const MINUTE = 60_000
export const NOW = START + 20 * MINUTE
export const ZONE = 'Europe/Brussels'

function person(index: number, firstName: string, lastName: string, job: string): ListedPerson {
  const id = `019a0000-0000-7000-8000-00000000000${index}`
  const username = `${firstName.toLowerCase()}#${index}`
  return {
    ...{ id, firstName, lastName, username, job, company: 'Example Works' },
    ...{ avatar: null, highlighted: index === 1 },
  }
}

export const people = [
  person(1, 'Ada', 'Sample', 'Engineer'),
  person(2, 'Bartholomew', 'Featherstonehaugh-Sample', 'Professor of very long titles'),
  person(3, 'Chiamaka', 'Sample', 'Stage manager'),
]

type Differences = Partial<Omit<TalkCard, 'phase'>>

/** A talk of 45 minutes in this phase. */
export function talk(index: number, phase: TalkPhase, differences: Differences = {}): TalkCard {
  const startAt =
    phase === 'upcoming' ? START + 120 * MINUTE : phase === 'ended' ? START - 120 * MINUTE : START
  return {
    ...{ id: `019a0000-0000-7000-8000-00000000001${index}`, kind: 'talk', state: 'published' },
    ...{ title: 'Arrows People Follow', type: 'live_hls', image: null, picture: null, timezone: null },
    ...{ startAt, endAt: startAt + 45 * MINUTE, duration: 45, room: 'Hall 1', track: 'Workshop' },
    ...{ language: 'en', tags: ['signs'], featured: false, recommended: false, keynote: false },
    ...{ available: false, color: index % 12, speakers: people.slice(0, 1), phase, isEarly: false },
    ...differences,
  } as TalkCard
}

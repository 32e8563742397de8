// A generated programme of 2,000 talks in 13 rooms on four days, with lengths from 5 to 90 minutes.

const DAYS = 4
const ROOMS = 13
const TALKS = 2_000
const MINUTES = [15, 15, 20, 10, 5, 25, 15, 30, 10, 15, 90, 10] as const
const WORDS =
  'accessible archives budgets caches compilers deadlines deploys editors failures gardens interfaces kernels ledgers maps networks observability people queues releases schedules storage teams tracing typography uptime'.split(
    ' ',
  )

const roomOf = (index: number): string => `Room ${String.fromCharCode(65 + index)}`

/** A body for PUT /programme. The days are March 1 to 4, 2027, in UTC; the first talk of each room starts at 08:00. */
export const manyRooms = () => ({ source: 'generated', talks: talksOfAllRooms() })

function talksOfAllRooms() {
  const talks: object[] = []
  for (let place = 0; talks.length < TALKS; place += 1) {
    const day = place % DAYS
    const room = Math.floor(place / DAYS) % ROOMS
    const row = Math.floor(place / DAYS / ROOMS)
    talks.push(talk({ index: talks.length, day, room, row }))
  }
  return talks
}

type Place = { index: number; day: number; room: number; row: number }

function talk({ index, day, room, row }: Place) {
  const minutesOf = (n: number) => MINUTES[(n + room) % MINUTES.length] ?? 15
  const before = Array.from({ length: row }, (_, n) => minutesOf(n)).reduce(
    (sum, minutes) => sum + minutes,
    0,
  )
  const words = Array.from(
    { length: 4 + (index % 5) },
    (_, n) => WORDS[(index * 7 + n * (3 + room)) % WORDS.length],
  )
  const speaker = index % 400
  return {
    externalId: `talk-${index}`,
    title: `${index}: ${words.join(' ')}`,
    description: '',
    speakers: [
      { email: `person-${speaker}@example.org`, firstName: `First${speaker}`, lastName: `Last${speaker}` },
    ],
    start: new Date(Date.UTC(2027, 2, 1 + day, 8, before)).toISOString(),
    duration: minutesOf(row),
    room: roomOf(room),
    track: `Track ${index % 8}`,
    tags: [WORDS[index % WORDS.length]],
    recommended: index % 30 === 0,
  }
}

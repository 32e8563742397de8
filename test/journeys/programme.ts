// A programme that uses every attribute of the API, and changes that undo the effects.
import { expect } from 'vitest'
import type { Send } from '../support/api.ts'

const PICTURES = 'https://static.example.org'

const ada = {
  email: 'unseen.ada@example.org',
  firstName: 'Ada',
  lastName: 'Sample',
  username: 'ada',
  avatar: `${PICTURES}/ada.jpg`,
  description: 'Folds paper since she was four.',
  job: 'Folder',
  company: 'Crease Ltd',
  tags: ['Folding'],
  timezone: 'Asia/Tokyo',
  highlighted: true,
}
const grace = { email: 'unseen.grace@example.org', firstName: 'Grace', lastName: 'Example' }
const moderator = { email: 'unseen.mo@example.org', firstName: 'Mo', lastName: 'Unseen-Moderator' }

// The clock is set to 2027-03-01T12:00:00Z.
const live = { description: '', start: '2027-03-01T11:50:00Z', duration: 45, speakers: [grace] }
const later = { ...live, start: '2027-03-01T15:00:00Z' }

export const talks = {
  folded: {
    title: 'Lighthouses of paper',
    description: 'How they are folded.\n\nAnd who keeps them.',
    speakers: [ada, grace],
    moderators: [moderator],
    start: '2027-03-01T12:50:00+01:00',
    timezone: 'Asia/Tokyo',
    duration: 45,
    type: 'embedded',
    image: `${PICTURES}/folded.jpg`,
    links: [{ label: 'Slides', url: `${PICTURES}/slides.pdf` }],
    track: 'Coast',
    tags: ['Lighthouses'],
    hiddenTags: ['unseen-cellar'],
    featured: true,
    recommended: true,
    keynote: true,
    features: { chat: false, freeLive: true, freeReplay: true },
  },
  relayed: { ...live, title: 'Relayed', type: 'rtmp', video: 'rtmp://relay.example.org/live' },
  streamed: { ...live, title: 'Streamed', type: 'rtmp', video: 'https://relay.example.org/live.m3u8' },
  filmed: { ...live, title: 'Filmed', type: 'youtube', video: 'https://youtu.be/abcdefghijk' },
  elsewhere: { ...live, title: 'Elsewhere', type: 'external', video: 'https://talks.example.org/1' },
  unaddressed: { ...live, title: 'Without an address', type: 'external' },
  open: {
    ...later,
    ...{ title: 'Recorded, open', type: 'replay', video: 'https://video.example.org/a.mp4', available: true },
    features: { freeReplay: true },
  },
  closed: { ...later, title: 'Recorded, closed', type: 'replay', video: 'https://video.example.org/b.mp4' },
  over: { ...live, start: '2027-03-01T09:00:00Z', title: 'Over', speakers: [ada] },
} as const

export const sponsors = {
  whole: {
    name: 'Crease Ltd',
    logo: `${PICTURES}/crease.svg`,
    level: 1,
    hasPage: true,
    pageContent: '<h1>Paper</h1><p onclick="alert(1)">We <strong>fold</strong>.</p><script>alert(1)</script>',
    website: 'https://crease.example.org/',
    speakers: [ada],
    icon: `${PICTURES}/crease.ico`,
    color: '#0a7d55',
    options: { highlight: true },
  },
  lobby: {
    name: 'Doorkeepers',
    logo: `${PICTURES}/door.svg`,
    level: 3,
    website: 'https://door.example.org/',
    options: { displayInLobby: true },
  },
  plain: { name: 'Plain', logo: `${PICTURES}/plain.svg`, level: 5 },
} as const

export const users = {
  hedy: {
    email: 'unseen.hedy@example.org',
    type: 'Speaker',
    firstName: 'Hedy',
    lastName: 'Model',
    username: 'hedy',
    avatar: `${PICTURES}/hedy.jpg`,
    description: 'Hops.',
    job: 'Inventor',
    company: 'Frequency & Co',
    tags: ['Radio'],
    timezone: 'America/New_York',
    country: 'Austria',
    city: 'Vienna',
    status: 'Freelancer',
    website: 'https://hedy.example.org/',
    socials: {
      facebook: 'https://facebook.example.org/hedy',
      linkedin: 'https://linkedin.example.org/hedy',
      twitter: 'https://twitter.example.org/hedy',
      youtube: 'https://youtube.example.org/hedy',
    },
    options: { highlight: true },
  },
  unaccepted: {
    email: 'queue@example.org',
    type: 'Attendee',
    firstName: 'Quin',
    lastName: 'Unseen-Queue',
  },
} as const

export type Pushed = {
  talks: Record<keyof typeof talks, string>
  sponsors: Record<keyof typeof sponsors, string>
  users: Record<keyof typeof users, string>
  /** The id of a speaker. */
  ada: string
}

/** Sends the programme and returns the ids. */
export async function pushProgramme(send: Send): Promise<Pushed> {
  const ids = async <T extends Record<string, unknown>>(path: string, objects: T) => {
    const saved = {} as Record<keyof T, string>
    for (const [name, body] of Object.entries(objects)) {
      const answer = await send('PUT', `/${path}/ext:${name}`, { body })
      expect(answer.status, answer.text).toBe(201)
      saved[name as keyof T] = answer.body.id
    }
    return saved
  }
  const pushed = {
    talks: await ids('talks', talks),
    sponsors: await ids('sponsors', sponsors),
    users: await ids('users', users),
  }
  const { body } = await send('GET', '/talks/ext:folded')
  return { ...pushed, ada: body.speakers[0].id }
}

/** Clears every attribute that can be cleared, and inverts every flag. */
export async function undoEffects(send: Send, pushed: Pushed): Promise<void> {
  const changes: [path: string, body: object][] = [
    [
      `/talks/${pushed.talks.folded}`,
      {
        ...{ title: 'Lighthouses of stone', description: '', moderators: [], links: [], tags: [] },
        ...{ hiddenTags: [], track: null, timezone: null, image: null, duration: 90 },
        ...{ featured: false, recommended: false, keynote: false },
        features: { chat: true, freeLive: false, freeReplay: false },
        speakers: [grace],
      },
    ],
    [
      `/sponsors/${pushed.sponsors.whole}`,
      {
        ...{ name: 'Crease and sons', hasPage: false, website: null, icon: null, color: null, level: 2 },
        options: { highlight: false },
      },
    ],
    [`/sponsors/${pushed.sponsors.lobby}`, { options: { displayInLobby: false } }],
    [
      `/users/${pushed.users.hedy}`,
      {
        ...{ lastName: 'Lamp', avatar: null, description: null, job: null, company: null, tags: [] },
        ...{ city: null, country: null, website: null, options: { highlight: false } },
        socials: { facebook: null, linkedin: null, twitter: null, youtube: null },
      },
    ],
  ]
  for (const [path, body] of changes) {
    const answer = await send('PUT', path, { body })
    expect(answer.status, answer.text).toBe(200)
  }
}

// The expected talk after a creation with only the required attributes (the body `talk()` at /talks/ext:t).
import { expect } from 'vitest'

/** A UUID version 7. */
export const id = expect.stringMatching(
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
)
const shown = {
  description: null,
  avatar: null,
  job: null,
  company: null,
  tags: [],
  timezone: null,
  highlighted: false,
  role: 'speaker',
}
/** Its speaker. */
export const ada = {
  ...shown,
  id,
  email: 'ada@example.org',
  firstName: 'Ada',
  lastName: 'Sample',
  username: expect.stringMatching(/^sample\.ada#\d{4}$/),
}
export const minimalTalk = {
  id,
  externalId: 't',
  kind: 'talk',
  state: 'published',
  title: 'Counting for everyone',
  description: '',
  details: null,
  speakers: [ada],
  moderators: [],
  start: '2027-05-20T09:30:00.000Z',
  timezone: null,
  duration: 60,
  type: null,
  video: null,
  image: null,
  links: [],
  room: null,
  files: [],
  track: null,
  language: null,
  tags: [],
  hiddenTags: [],
  featured: false,
  recommended: false,
  keynote: false,
  available: false,
  features: {
    chat: true,
    questions: true,
    surveys: true,
    viewersCount: true,
    viewersList: true,
    rewardsEarning: true,
    freeLive: false,
    freeReplay: false,
  },
  version: 1,
  createdAt: '2027-03-01T12:00:00.000Z',
  updatedAt: '2027-03-01T12:00:00.000Z',
}

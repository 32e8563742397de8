// One example of every body, for the documentation. A test sends them in this order.

const id = '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11'
/** The entity tag of the object with this id at version 7. */
export const entityTag = '"7-5b1f0a11Zr3Vb0r0pJk3Qe2mF8u0aA"'
const person = (email: string) => ({ id, email, password: '(shown once)' })

export const talkCreate = {
  externalId: 'crm-4711',
  title: 'Tests that people trust',
  description: 'Why green means go.',
  details: 'We build a small test suite together. Bring a laptop.',
  speakers: [
    {
      email: 'mira@example.org',
      firstName: 'Mira',
      lastName: 'Solberg',
      job: 'Engineer',
      company: 'Example Ltd',
      tags: ['Testing'],
    },
  ],
  moderators: [{ email: 'tomas@example.org', firstName: 'Tomas', lastName: 'Okafor' }],
  start: '2027-05-20T09:30:00+02:00',
  timezone: 'Europe/Paris',
  duration: 45,
  type: 'external',
  video: 'https://video.example.org/tests-that-people-trust',
  links: [{ label: 'Slides', url: 'https://static.example.org/slides.pdf' }],
  room: 'Great Hall',
  track: 'Engineering',
  language: 'en',
  tags: ['Web', 'Testing'],
  hiddenTags: ['room-2'],
  featured: true,
  features: { freeReplay: true },
}
export const talkUpdate = {
  title: 'Tests that people still trust',
  duration: 60,
  track: null,
  hiddenTags: [],
  features: { freeReplay: false },
}
/** That of the object with this id. */
const etag = `"1-${id.slice(-8)}"`

export const talkSaved = {
  code: 'ok',
  message: 'Talk created.',
  id,
  speakers: [person('mira@example.org')],
  moderators: [person('tomas@example.org')],
  etag,
}

export const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><circle cx="32" cy="32" r="30" fill="#0a7d55"/></svg>'
export const documentPath = `/files/${id}.pdf`
export const fileSaved = {
  code: 'ok',
  message: 'File stored.',
  id,
  path: `/files/${id}-1600x900.webp`,
  type: 'image/webp',
  width: 1600,
  height: 900,
}

export const sponsorCreate = {
  externalId: 'crm-4711',
  name: 'Example Ltd',
  logo: 'https://static.example.org/logo.svg',
  level: 1,
  hasPage: true,
  pageContent: '<p>We make examples.</p>',
  website: 'https://www.example.org/',
  speakers: [{ email: 'olu@example.org', firstName: 'Olu' }],
  color: '#0a7d55',
  options: { displayInLobby: true },
}
export const sponsorUpdate = { level: 2, options: { highlight: true } }
export const sponsorSaved = {
  code: 'ok',
  message: 'Sponsor created.',
  id,
  speakers: [person('olu@example.org')],
  etag,
}

export const surveyCreate = {
  externalId: 'crm-4711',
  title: 'How was this talk?',
  opens: 'by_hand',
  anonymous: true,
  questions: [
    { kind: 'scale', text: 'Was the pace right?', scale: { min: 1, max: 5, minLabel: 'Too slow' } },
    { kind: 'multiple', text: 'What should we cover next?', options: ['Testing', 'Accessibility'] },
    { kind: 'text', text: 'What should we improve?', required: true },
  ],
}
export const surveyUpdate = { title: 'How was this hour?', results: 'after_closing' }
export const surveySaved = { code: 'ok', message: 'Survey created.', id, etag }

export const userCreate = {
  externalId: 'crm-4711',
  email: 'ada@example.org',
  type: 'Attendee',
  firstName: 'Ada',
  lastName: 'Lindqvist',
  job: 'Engineer',
  company: 'Example Ltd',
  tags: ['Web', 'Accessibility'],
  country: 'France',
  city: 'Paris',
  status: 'Employed',
  socials: { linkedin: 'https://www.linkedin.com/in/example' },
  options: { endRegistration: true },
}
export const userUpdate = { job: 'Lead engineer', city: 'Lyon', socials: { linkedin: null } }
export const ownerCreate = { email: 'noor@example.org', firstName: 'Noor', lastName: 'Castellan' }
export const userCreated = {
  code: 'ok',
  message: 'User created.',
  id,
  username: 'lindqvist.ada#4711',
  password: '(shown once)',
  etag,
}
export const userUpdated = { code: 'ok', message: 'User updated.', id, etag }

export const favoriteSaved = { code: 'ok', message: 'Favorite added.', id }

export const talkLiveUpdate = { chatMode: 'approval', slowSeconds: 10 }
export const talkLiveSaved = { code: 'ok', message: 'Live settings updated.', id }
export const messageCreate = { user: 'mira@example.org', text: 'Welcome! Where are you watching from?' }
export const messageDelete = { reason: 'Off topic' }
export const messageSaved = { code: 'ok', message: 'Message sent.', id, state: 'visible' }

export const liveChange = {
  talk: id,
  items: [{ kind: 'message', id: '01980b5c-8c11-7d20-8a44-0c9d3e5f7b21', value: null }],
}

export const webhookCreate = {
  url: 'https://crm.example.org/hooks/lectern',
  types: ['talk.*', 'user.created'],
  description: 'CRM',
}
export const webhookUpdate = { types: ['*'], enabled: true }
export const webhookRotate = { graceMinutes: 60 }
export const webhookSaved = { code: 'ok', message: 'Webhook updated.', id }
export const webhookTested = { code: 'ok', message: 'Test queued.', id, eventId: id }
export const webhookSecret = { code: 'ok', message: 'Webhook created.', id, secret: '(shown once)' }
export const webhookRedeliver = { from: '2027-02-20T09:30:00+02:00', to: '2027-02-20T11:30:00+02:00' }
export const webhookRedelivered = { code: 'ok', message: 'Queued.', id, queued: 12 }

export const dryRun = {
  code: 'ok',
  message: 'Dry run, nothing was changed: Talk updated.',
  dryRun: true,
  status: 200,
  id,
  speakers: [{ id: null, email: 'mira@example.org' }],
  moderators: [],
  changes: [{ pointer: '/title', before: 'Tests that people trust', after: 'Tests that people still trust' }],
  accounts: [{ email: 'mira@example.org', firstName: 'Mira', lastName: 'Solberg', role: 'speaker' }],
}

export const batch = {
  operations: [
    { method: 'PUT', path: '/talks/ext:crm-4711', body: { title: 'Tests that people still trust' } },
    { method: 'PUT', path: '/users/ext:crm-4711', body: { city: 'Lyon' } },
  ],
}
export const batchDone = {
  code: 'ok',
  results: [
    {
      index: 0,
      externalId: 'crm-4711',
      status: 200,
      body: { code: 'ok', message: 'Talk updated.', id, speakers: [], moderators: [], etag },
    },
    {
      index: 1,
      externalId: null,
      status: 200,
      body: { code: 'ok', message: 'User updated.', id, etag },
    },
  ],
}

export const programme = {
  source: 'crm',
  talks: [{ ...talkCreate, externalId: 'crm-4712' }],
  sponsors: [{ ...sponsorCreate, externalId: 'crm-4712' }],
  people: [{ externalId: 'crm-4712', email: 'mira@example.org', firstName: 'Mira', lastName: 'Solberg' }],
  surveys: [{ ...surveyCreate, externalId: 'crm-4712' }],
  prune: true,
}
const counts = (talks: number, sponsors: number, people: number, surveys: number) => ({
  talks,
  sponsors,
  people,
  surveys,
})
export const programmeSaved = {
  code: 'ok',
  message: '3 created, 1 updated, 0 unchanged, 0 removed, 0 refused.',
  created: counts(1, 1, 0, 1),
  updated: counts(0, 0, 1, 0),
  unchanged: counts(0, 0, 0, 0),
  removed: counts(0, 0, 0, 0),
  accounts: [person('tomas@example.org')],
  refused: [],
  warnings: [
    {
      code: 'account_adopted',
      message:
        'An existing account with this e-mail and no externalId is used for this person. Because no import created the account, no import removes it.',
      pointer: '/people/0',
    },
  ],
  summary: {
    warnings: [
      {
        code: 'account_adopted',
        message:
          'An existing account with this e-mail and no externalId is used for this person. Because no import created the account, no import removes it.',
        count: 1,
        first: '/people/0',
      },
    ],
  },
}

export const questionCreate = {
  text: 'Which drawer should a new team open first?',
  label: 'Room 2',
}
export const questionUpdate = { answer: 'The one with the most visitors. It is documented best.' }
export const questionMerge = { questions: ['01980b5c-7a40-7c3e-9f21-6d2f5b1f0a15'] }
export const questionSaved = { code: 'ok', message: 'Question updated.', id }
export const deleted = { code: 'ok', message: 'Talk deleted.', id }
export const problem = {
  code: 'invalid_data',
  message: 'The data is not valid: 1 problem.',
  type: 'https://lectern.example.org/problems/invalid_data',
  title: 'Invalid data',
  status: 422,
  instance: `urn:uuid:${id}`,
  errors: [
    {
      pointer: '/titel',
      code: 'unknown',
      message: 'is not a known attribute; did you mean "title"?',
    },
  ],
}
export const attendance = {
  id,
  talkId: '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a12',
  userId: '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a13',
  email: 'mira@example.org',
  live: {
    seconds: 2400,
    intervals: [{ start: '2027-05-20T07:31:00.000Z', end: '2027-05-20T08:11:00.000Z' }],
  },
  replay: { seconds: 0, intervals: [] },
  completedAt: '2027-05-20T08:17:00.000Z',
  updatedAt: '2027-05-20T08:17:00.000Z',
}
export const changeEvent = {
  id: '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a12',
  at: '2027-03-01T12:00:00.000Z',
  type: 'talk.updated',
  actor: { kind: 'api_key', id: '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a13' },
  object: { kind: 'talk', id, externalId: 'crm-4711' },
  talkId: null,
  version: 2,
  requestId: '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a14',
  changed: ['/features/chat', '/title'],
}
export const webhookPayload = {
  type: 'talk.updated',
  timestamp: '2027-03-01T12:00:00.000Z',
  data: {
    id,
    kind: 'talk',
    externalId: 'crm-4711',
    talkId: null,
    version: 2,
    eventId: '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a12',
    changed: ['/features/chat', '/title'],
    actor: { kind: 'api_key', id: '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a13' },
  },
}

/** A first request. It needs no accounts, and only staff see its result. */
export const draftTalk = {
  title: 'Hello from the API',
  description: '',
  kind: 'break',
  state: 'draft',
  start: '2030-01-01T09:00:00Z',
}

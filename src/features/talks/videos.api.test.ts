// Talks: which videos each type accepts, and warnings about missing videos.
import { expect, test } from 'vitest'
import { talk } from '../../../test/support/bodies.ts'
import {
  get,
  problemsOf,
  put,
  type Scenario,
  type Tenant,
  testScenarios,
  useApi,
} from '../../../test/support/scenarios.ts'

const T = '/talks/ext:t'
const EMBED = 'https://www.youtube-nocookie.com/embed/abcDEF12_-3'
const HTTPS = 'https://video.example.org/watch?v=1'
const server = useApi()

const messages = {
  rtmp: 'must be a public rtmp or rtmps URL, or a public https URL without a port, for a talk of type rtmp',
  youtube: 'must be the URL of a YouTube video for a talk of type youtube',
  external: 'must be a public https URL for a talk of type external',
  replay: 'must be a public https URL without a port for a talk of type replay',
} as const

const accepted: [type: string, video: string | null, stored: string | null][] = [
  ['embedded', 'not even an address', null],
  ['embedded', null, null],
  ['rtmp', 'rtmp://live.example.org/app/stream', 'rtmp://live.example.org/app/stream'],
  ['rtmp', 'rtmps://live.example.org:1935/app', 'rtmps://live.example.org:1935/app'],
  ['rtmp', HTTPS, HTTPS],
  ['youtube', 'https://www.youtube.com/watch?v=abcDEF12_-3', EMBED],
  ['youtube', 'https://youtu.be/abcDEF12_-3?si=tracking', EMBED],
  ['youtube', 'https://m.youtube.com/watch?list=PL1&v=abcDEF12_-3', EMBED],
  ['youtube', 'https://www.youtube.com/live/abcDEF12_-3', EMBED],
  ['youtube', 'https://www.youtube.com/shorts/abcDEF12_-3', EMBED],
  ['youtube', 'https://youtube.com/embed/abcDEF12_-3', EMBED],
  ['youtube', 'https://youtu.be/abcDEF12_-3?t=1m30s', `${EMBED}?start=90`],
  ['youtube', EMBED, EMBED],
  ['external', HTTPS, HTTPS],
  ['external', 'https://rooms.example.org:8443/talk', 'https://rooms.example.org:8443/talk'],
  ['replay', HTTPS, HTTPS],
]
test.each(accepted)('a talk of type %s accepts the video %s', async (type, video, stored) => {
  const tenant = await server.createTenant()
  await put(tenant, T, talk({ type, video }))
  expect((await get(tenant, T)).video).toBe(stored)
})

const refused: [type: keyof typeof messages, video: string][] = [
  ['rtmp', 'http://live.example.org/app'],
  ['rtmp', 'rtmp://127.0.0.1/app'],
  ['rtmp', 'rtmp://user:secret@live.example.org/app'],
  ['rtmp', ''],
  ['youtube', HTTPS],
  ['youtube', 'https://www.youtube.com/'],
  ['youtube', 'https://www.youtube.com/watch?v=short'],
  ['youtube', 'https://youtube.com.example.org/watch?v=abcDEF12_-3'],
  ['youtube', 'http://youtu.be/abcDEF12_-3'],
  ['external', 'http://video.example.org/1'],
  ['external', 'rtmp://live.example.org/app'],
  ['replay', 'https://localhost/1'],
  ['replay', 'https://video.example.org:8443/1'],
  ['rtmp', 'https://video.example.org:8443/1.m3u8'],
  ['external', 'https://localhost:8443/1'],
]
test.each(refused)('a talk of type %s refuses the video %s', async (type, video) => {
  const tenant = await server.createTenant()
  await put(tenant, T, talk())
  const before = await get(tenant, T)
  const answer = await tenant.send('PUT', T, { body: { type, video } })
  expect(answer.status).toBe(422)
  expect(problemsOf(answer)).toEqual([['/video', 'video', messages[type]]])
  expect(await get(tenant, T)).toEqual(before)
})

const missing = (type: string) => ({
  code: 'video_missing',
  message: `The talk has type ${type} but no video yet.`,
  pointer: '/video',
})
const createYoutubeTalk = (tenant: Tenant) =>
  put(tenant, T, talk({ type: 'youtube', video: 'https://youtu.be/abcDEF12_-3' }))
const expectVideo = (video: string | null) => async (tenant: Tenant) =>
  expect((await get(tenant, T)).video).toBe(video)

testScenarios(server, [
  ...['youtube', 'external', 'replay'].map(
    (type): Scenario => ({
      name: `a talk of type ${type} without a video is accepted, with a warning`,
      request: ['POST', '/talks', talk({ type })],
      status: 201,
      has: { warnings: [missing(type)] },
    }),
  ),
  ...['embedded', 'rtmp'].map(
    (type): Scenario => ({
      name: `a talk of type ${type} needs no video and gets no warning`,
      request: ['POST', '/talks', talk({ type })],
      status: 201,
      lacks: ['warnings'],
    }),
  ),
  {
    name: 'every update repeats the warning while the video is missing',
    before: (tenant) => put(tenant, T, talk({ type: 'replay' })),
    request: ['PUT', T, { title: 'Renamed' }],
    status: 200,
    has: { warnings: [missing('replay')] },
  },
  {
    name: 'an update without a change repeats the warning',
    before: (tenant) => put(tenant, T, talk({ type: 'replay' })),
    request: ['PUT', T, {}],
    status: 200,
    has: { warnings: [missing('replay')] },
  },
  {
    name: 'null clears the video, with a warning',
    before: createYoutubeTalk,
    request: ['PUT', T, { video: null }],
    status: 200,
    has: { warnings: [missing('youtube')] },
    after: expectVideo(null),
  },
  {
    name: 'a video without a type is checked against the current type',
    before: createYoutubeTalk,
    request: ['PUT', T, { video: HTTPS }],
    status: 422,
    has: { errors: [{ pointer: '/video', code: 'video', message: messages.youtube }] },
    after: expectVideo(EMBED),
  },
  {
    name: 'a type without a video is checked against the current video, and the problem is at the type',
    before: (tenant) => put(tenant, T, talk({ type: 'external', video: HTTPS })),
    request: ['PUT', T, { type: 'youtube' }],
    status: 422,
    has: {
      errors: [
        {
          pointer: '/type',
          code: 'video',
          message: `does not fit the current video, which ${messages.youtube}`,
        },
      ],
    },
    after: async (tenant) => expect(await get(tenant, T)).toMatchObject({ type: 'external', video: HTTPS }),
  },
  {
    name: 'a video that fits the new type stays',
    before: createYoutubeTalk,
    request: ['PUT', T, { type: 'external' }],
    status: 200,
    lacks: ['warnings'],
    after: expectVideo(EMBED),
  },
  {
    name: 'a video sent with type embedded is ignored, with a warning, and the current video stays',
    before: createYoutubeTalk,
    request: ['PUT', T, { type: 'embedded', video: 'anything' }],
    status: 200,
    has: {
      warnings: [
        {
          code: 'video_ignored',
          message: 'A talk of type embedded takes place in a room of the platform. The video was ignored.',
          pointer: '/video',
        },
      ],
    },
    after: expectVideo(EMBED),
  },
  {
    name: 'a YouTube URL in another form is recognized as the current video',
    before: createYoutubeTalk,
    request: ['PUT', T, { video: 'https://www.youtube.com/watch?v=abcDEF12_-3' }],
    status: 200,
    has: { message: 'Nothing to change: the talk already matches the request.' },
  },
])

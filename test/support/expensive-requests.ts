// The most expensive request of each route of visitors and signed-in people, as far as it is not the plain one.

import { MAX_DETAILS } from '../../src/features/talks/limits.ts'
import type { PageRoute } from './routes.ts'

/** A request without what belongs to a browser. `fields` are those of a form, besides its token. */
export type Expensive = { query?: string; fields?: Fields }
type Fields = Record<string, string | readonly string[]>

export type Samples = {
  talkId: string
  talkIds: readonly string[]
  surveyId: string
  speakerId: string
  messageIds: readonly string[]
  questionIds: readonly string[]
}

const longest = (text: string): string => text.repeat(MAX_DETAILS).slice(0, MAX_DETAILS)
/** Texts that take their parsers long: Markdown, and HTML that is nested, unclosed, or cut off. */
export const SLOW_TEXTS = [
  longest('_a __b '),
  '<div>'.repeat(900) + '</div>'.repeat(900),
  ...[
    '<b>',
    '<p>',
    '<ul><li>',
    '<i>*_`</i>',
    '<p a="',
    '<pre> \n\n',
    '<code>',
    '<a href=https://a.example ',
    '[a](https://a.example) ',
  ].map(longest),
]
const [SLOW = ''] = SLOW_TEXTS
const fields = (count: number): Fields =>
  Object.fromEntries(Array.from({ length: count }, (_none, index) => [`f${index}`, '']))
/** Forms with as many fields as are read, with more, and with as much text as is read. */
const LARGE_FORMS = [4_990, 90_000]
  .map((count) => ({ fields: fields(count) }))
  .concat({ fields: { text: '🧀'.repeat(10_000) } })

/**
 * Several requests of a route are sent in turns. `{n}` makes each different, so that none is in memory, and `{member}` is the
 * number of the member.
 */
export const expensiveRequests = ({
  talkId,
  talkIds,
  messageIds,
  questionIds,
}: Samples): Readonly<Record<string, readonly Expensive[]>> => ({
  'GET /': [{}, { query: '?lang={n}' }],
  'GET /agenda': [
    { query: '?day=all' },
    { query: '?day=all&page=5' },
    { query: '?day=all&q=program{n}+walk' },
    { query: '?day=all&tag=Topic+1&tag=Topic+{n}' },
    { query: '?day=all&speaker=List{n}' },
    { query: '?day=all&q=a+e+o{n}' },
    { query: `?day=all&${'track=Track+1&'.repeat(20)}room={n}` },
  ],
  'GET /speakers': [{}, { query: '?page=5' }, { query: '?q=Thirst{n}+List' }, { query: '?tag=Topic+{n}' }],
  'GET /embed/agenda': [{ query: '?day=all' }, { query: '?q=program{n}' }],
  'GET /embed/speakers': [{ query: '?q=Thirst{n}' }],
  'GET /live/stream': [0, 1, 300].map((position) => ({ query: `?talks=${talkId}:${position}` })),
  'GET /talks/:id/messages': [{}, { query: '?before={n}' }, { query: '?minute={n}' }],
  'GET /talks/:id/questions': [{}, { query: '?sort=newest' }],
  'GET /talks/:id/viewers': [{}, { query: '?q=Viewer+{n}' }],
  'POST /account/preview': SLOW_TEXTS.map((text) => ({ fields: { text, format: 'markdown' } })),
  'POST /account/pictures': LARGE_FORMS,
  'POST /account/profile': [
    {
      fields: {
        ...{ email: 'viewer-{member}@example.org', username: 'viewer.{member}', firstName: 'Ada{n}' },
        ...{ lastName: 'Sample', description: SLOW.slice(0, 800) },
      },
    },
  ],
  'POST /account/talks/:id': SLOW_TEXTS.map((details) => ({
    fields: { title: 'Changed {n}', description: 'Changed {n}', details },
  })),
  'POST /favorites': [{ fields: { add: talkIds } }, { fields: { remove: talkIds } }],
  'POST /my-agenda': [{ fields: { talk: talkIds } }],
  'POST /sign-in': [{ fields: { name: 'viewer-1@example.org', password: 'Wrong {n}' } }],
  'POST /sign-in/email': [{ fields: { email: 'viewer-{n}@example.org' } }],
  'POST /sign-up': [{ fields: { email: 'somebody-{n}@example.org' } }],
  'POST /account/password': [
    { fields: { currentPassword: 'Wrong {n}', password: 'Seven violet kettles {n}' } },
    { fields: { currentPassword: 'Wrong {n}', password: SLOW } },
  ],
  'POST /talks/:id/messages': [{ fields: { text: 'https://a.example/{n} '.repeat(20) } }],
  'POST /talks/:id/questions': [{ fields: { text: 'Why {n}? '.repeat(30) } }],
  'POST /talks/:id/votes': questionIds.map((vote) => ({ fields: { vote } })),
  'POST /talks/:id/reactions': messageIds.map((id) => ({ fields: { reaction: `${id} 👍` } })),
  'POST /surveys/:id/answers': [
    {
      fields: {
        'answers/0': 'Yes',
        'answers/1': ['Talk', 'Food'],
        'answers/2': '3',
        'answers/3': 'Fine {n}',
      },
    },
  ],
  'POST /language': LARGE_FORMS,
  'POST /sign-out': LARGE_FORMS,
})

/** They end the session or the account of who asks, so that they can only be asked once. */
export const ASKED_ONCE = ['POST /account/delete', 'POST /account/sessions/end']

export const kinds = [
  ...(['public pages', 'feeds and pictures', 'signing in and up'] as const),
  ...(['accounts and favorites', 'live talks', 'live streams'] as const),
] as const
type Kind = (typeof kinds)[number]

export function kindOf({ url }: PageRoute): Kind {
  if (url === '/live/stream') return 'live streams'
  if (url.startsWith('/account') || ['/favorites', '/my-agenda'].includes(url))
    return 'accounts and favorites'
  if (/^\/(sign-|reset|invitation|setup|confirm-email|unsubscribe)/.test(url)) return 'signing in and up'
  if (/^\/(talks\/:id\/(?!player|open|card)|surveys|chat)/.test(url)) return 'live talks'
  if (/\.\w+$|^\/(assets|files|theme|calendars|icon|streams|recordings|whip)/.test(url))
    return 'feeds and pictures'
  return 'public pages'
}

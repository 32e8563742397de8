// Talks: the values that each attribute accepts and rejects. Lengths are counted in code points.
import { astral, NOT_A_PICTURE, NOT_HTTPS, person, talk } from '../../../test/support/bodies.ts'
import { put, storedAs, testValues, useApi, type ValueRule } from '../../../test/support/scenarios.ts'

const T = '/talks/ext:t'
const link = { label: 'Slides', url: 'https://slides.example.org/1' }
const longUrl = (length: number) => `https://example.org/${'a'.repeat(length - 20)}`
const features = {
  chat: true,
  questions: true,
  surveys: true,
  viewersCount: true,
  viewersList: true,
  rewardsEarning: true,
  freeLive: false,
  freeReplay: false,
}
const names = (n: number) => Array.from({ length: n }, (_, i) => `tag ${i}`)

const urlRefusals = (pointer: string, problem = NOT_HTTPS): [unknown, string, string][] => [
  ['', pointer, problem],
  ['picture.png', pointer, problem],
  ['http://example.org/a.png', pointer, problem],
  ['javascript:alert(1)', pointer, problem],
  ['https://user:secret@example.org/a.png', pointer, problem],
  ['https://192.0.2.7/a.png', pointer, problem],
  ['https://0x7f000001/a.png', pointer, problem],
  ['https://[2001:db8::1]/a.png', pointer, problem],
  ['https://localhost/a.png', pointer, problem],
  ['https://intranet/a.png', pointer, problem],
  ['https://printer.local/a.png', pointer, problem],
  ['https://example.org:8443/a.png', pointer, problem],
  [longUrl(2049), pointer, 'must have at most 2048 characters'],
]

const flags: ValueRule[] = ['featured', 'recommended', 'keynote', 'available'].map((attribute) => ({
  rule: `${attribute} is true or false and nothing else`,
  attribute,
  accepts: [true, false],
  rejects: [null, 'true', 1, 0].map((value) => [
    value,
    `/${attribute}`,
    value === null ? 'must be true or false, not null' : 'must be true or false',
  ]),
}))

const rules: ValueRule[] = [
  {
    rule: 'title has 1 to 140 code points, is not blank, and cannot be cleared',
    attribute: 'title',
    accepts: [
      'x',
      storedAs(' \t trimmed\u00a0', 'trimmed'),
      astral(140),
      storedAs(` ${astral(140)} `, astral(140)),
      'e\u0301'.repeat(70),
      storedAs('<b>&amp;"\'\\\u2028x', '<b>&amp;"\'\\ x'),
    ],
    rejects: [
      [null, '/title', 'must be a string, not null'],
      ['', '/title', 'must not be empty'],
      [' \t\n', '/title', 'must not be blank'],
      ['x'.repeat(141), '/title', 'must have at most 140 characters'],
      [astral(141), '/title', 'must have at most 140 characters'],
      [7, '/title', 'must be a string'],
    ],
  },
  {
    rule: 'description has up to 800 code points, may be empty, and cannot be cleared',
    attribute: 'description',
    accepts: ['x'.repeat(800), '', astral(800), 'two\r\nlines'],
    rejects: [
      [null, '/description', 'must be a string, not null'],
      ['x'.repeat(801), '/description', 'must have at most 800 characters'],
      [astral(801), '/description', 'must have at most 800 characters'],
    ],
  },
  {
    rule: 'details has up to 10,000 code points and can be cleared',
    attribute: 'details',
    accepts: ['x'.repeat(10_000), '', astral(10_000), 'two\r\nlines', null],
    rejects: [
      ['x'.repeat(10_001), '/details', 'must have at most 10000 characters'],
      [astral(10_001), '/details', 'must have at most 10000 characters'],
      [['x'], '/details', 'must be a string or null'],
    ],
  },
  {
    rule: 'start is ISO 8601 with an offset or Z and is returned in UTC',
    attribute: 'start',
    accepts: [
      storedAs('2027-05-20T09:30:00+02:00', '2027-05-20T07:30:00.000Z'),
      storedAs('2027-05-20T09:30:00-00:30', '2027-05-20T10:00:00.000Z'),
      storedAs('2027-05-20T09:30Z', '2027-05-20T09:30:00.000Z'),
      storedAs('2027-05-20t09:30:00.123456z', '2027-05-20T09:30:00.123Z'),
      storedAs('2027-05-20T09:30:00+0200', '2027-05-20T07:30:00.000Z'),
      storedAs('2027-05-20T09:30:00+02', '2027-05-20T07:30:00.000Z'),
      storedAs('20270520T093000+0200', '2027-05-20T07:30:00.000Z'),
      storedAs('20270520T0930Z', '2027-05-20T09:30:00.000Z'),
      storedAs('0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'),
      storedAs('9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'),
    ],
    rejects: [
      '2027-05-20T09:30:00',
      '2027-05-20',
      '2027-05-20 09:30:00Z',
      '2027-02-29T09:30:00Z',
      '2027-05-20T23:59:60Z',
      '2027-05-20T24:00:00Z',
      '0001-01-01T00:00:00+01:00',
      'tomorrow',
      '',
    ].map((value) => [value, '/start', 'must be an ISO 8601 date and time with an offset or Z']),
  },
  {
    rule: 'start cannot be cleared and is not a number',
    attribute: 'start',
    accepts: [],
    rejects: [
      [null, '/start', 'must be a string, not null'],
      [1_811_000_000, '/start', 'must be a string'],
    ],
  },
  {
    rule: 'timezone is an IANA name, aliases included, and can be cleared',
    attribute: 'timezone',
    accepts: ['Europe/Paris', 'Asia/Calcutta', 'US/Pacific', 'UTC', null],
    rejects: ['Mars/Olympus', '+02:00', 'PST', '', 'Europe/Paris '].map((value) => [
      value,
      '/timezone',
      'must be an IANA time zone',
    ]),
  },
  {
    rule: 'duration is 1 to 1440 minutes, with fractions, and cannot be cleared',
    attribute: 'duration',
    accepts: [1, 1440, storedAs(90.0, 90), 29.5, 1439.9, 33.333333],
    rejects: [
      [0, '/duration', 'must be at least 1'],
      [0.9, '/duration', 'must be at least 1'],
      [1440.1, '/duration', 'must be at most 1440'],
      [1441, '/duration', 'must be at most 1440'],
      ['60', '/duration', 'must be a number'],
      [null, '/duration', 'must be a number, not null'],
    ],
  },
  {
    rule: 'type is one of five in lower case and can be cleared',
    attribute: 'type',
    accepts: ['rtmp', 'youtube', 'external', 'replay', 'embedded', null],
    rejects: ['live', 'YouTube', ''].map((value) => [
      value,
      '/type',
      'must be one of "embedded", "rtmp", "youtube", "external", "replay", null',
    ]),
  },
  {
    rule: 'image is a public https URL of up to 2048 characters and can be cleared',
    attribute: 'image',
    accepts: [longUrl(2048), 'https://bücher.example/bild.png', 'https://example.org:443/a', null],
    rejects: urlRefusals('/image', NOT_A_PICTURE),
  },
  {
    rule: 'links are up to 50 pairs of a label (1 to 255) and a public https URL',
    attribute: 'links',
    accepts: [[link], [{ ...link, label: astral(255) }], Array(50).fill(link), []],
    rejects: [
      [null, '/links', 'must be a list, not null'],
      [Array(51).fill(link), '/links', 'must have at most 50 items'],
      [[link, { label: 'No address' }], '/links/1/url', 'is required'],
      [[{ ...link, label: '' }], '/links/0/label', 'must not be empty'],
      [[{ ...link, label: astral(256) }], '/links/0/label', 'must have at most 255 characters'],
      [[{ ...link, href: 'x' }], '/links/0/href', 'is not a known attribute'],
      ...urlRefusals('/links/0/url').map(([url, pointer, message]): [unknown, string, string] => [
        [{ ...link, url }],
        pointer,
        message,
      ]),
    ],
  },
  {
    rule: 'track has 1 to 60 code points and can be cleared',
    attribute: 'track',
    accepts: ['Engineering', storedAs(' Engineering ', 'Engineering'), astral(60), null],
    rejects: [
      ['', '/track', 'must not be empty'],
      [astral(61), '/track', 'must have at most 60 characters'],
    ],
  },
  {
    rule: 'room has 1 to 100 code points, is trimmed, and can be cleared',
    attribute: 'room',
    accepts: ['Great Hall', storedAs(' Great Hall ', 'Great Hall'), astral(100), null],
    rejects: [
      ['', '/room', 'must not be empty'],
      [' ', '/room', 'must not be blank'],
      [astral(101), '/room', 'must have at most 100 characters'],
    ],
  },
  {
    rule: 'language is a BCP 47 tag, stored in its canonical form, and can be cleared',
    attribute: 'language',
    accepts: [
      'en',
      storedAs('EN-us', 'en-US'),
      storedAs('zh-hant-tw', 'zh-Hant-TW'),
      storedAs('iw', 'he'),
      'gsw',
      'de-formal',
      null,
    ],
    rejects: ['english', 'e', 'en_US', 'en-', 'en US', '12', 'x-private', ''].map((value) => [
      value,
      '/language',
      'must be a language tag such as en or pt-BR',
    ]),
  },
  {
    rule: 'kind is a talk or a break and cannot be cleared',
    attribute: 'kind',
    // A break has no speakers, so it becomes no talk again without them.
    accepts: ['talk', 'break'],
    rejects: [
      ['lunch', '/kind', 'must be one of "talk", "break"'],
      [null, '/kind', 'must be a string, not null'],
    ],
  },
  {
    rule: 'state is one of three and cannot be cleared',
    attribute: 'state',
    accepts: ['draft', 'cancelled', 'published'],
    rejects: [
      ['hidden', '/state', 'must be one of "draft", "published", "cancelled"'],
      [null, '/state', 'must be a string, not null'],
    ],
  },
  ...['tags', 'hiddenTags'].map(
    (attribute): ValueRule => ({
      rule: `${attribute} are up to 50 of 1 to 60 code points, without duplicates`,
      attribute,
      accepts: [
        [astral(60), 'Web'],
        storedAs(['Web', 'A11y', 'Web', ' Web '], ['Web', 'A11y']),
        ['web', 'Web'],
        names(50),
        [],
      ],
      rejects: [
        [null, `/${attribute}`, 'must be a list, not null'],
        ['Web', `/${attribute}`, 'must be a list'],
        [names(51), `/${attribute}`, 'must have at most 50 items'],
        [['Web', ''], `/${attribute}/1`, 'must not be empty'],
        [['Web', ' '], `/${attribute}/1`, 'must not be blank'],
        [[astral(61)], `/${attribute}/0`, 'must have at most 60 characters'],
        [[null], `/${attribute}/0`, 'must be a string, not null'],
      ],
    }),
  ),
  ...flags,
  {
    rule: 'features are merged member by member, and each is true or false',
    attribute: 'features',
    accepts: [
      storedAs({ chat: false }, { ...features, chat: false }),
      storedAs({ freeLive: true }, { ...features, chat: false, freeLive: true }),
      storedAs({}, { ...features, chat: false, freeLive: true }),
      storedAs({ ...features }, features),
    ],
    rejects: [
      [null, '/features', 'must be an object, not null'],
      [['chat'], '/features', 'must be an object'],
      [{ chat: null }, '/features/chat', 'must be true or false, not null'],
      [{ chatt: true }, '/features/chatt', 'is not a known attribute; did you mean "chat"?'],
    ],
  },
  {
    rule: 'externalId has 1 to 200 code points and no control characters',
    attribute: 'externalId',
    accepts: ['t'],
    rejects: [
      ['', '/externalId', 'must not be empty'],
      [astral(201), '/externalId', 'must have at most 200 characters'],
      ['a\tb', '/externalId', 'contains characters that are not allowed'],
    ],
  },
]

const server = useApi()
testValues(server, T, (tenant) => put(tenant, T, talk({ speakers: [person('ada')] })), rules)

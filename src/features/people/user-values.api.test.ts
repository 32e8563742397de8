// Users: the values that each attribute accepts and rejects, with the messages.
import { createUser } from '../../../test/support/accounts.ts'
import { astral, attendee, NOT_A_PICTURE, NOT_HTTPS } from '../../../test/support/bodies.ts'
import {
  type RejectedValue,
  storedAs,
  testValues,
  useApi,
  type ValueRule,
} from '../../../test/support/scenarios.ts'

const server = useApi()
const path = (length: number) => `https://example.org/${'p'.repeat(length - 'https://example.org/'.length)}`

const notText = (attribute: string, more: string): RejectedValue[] =>
  [7, true, ['x'], {}].map((value) => [value, `/${attribute}`, `must be a string${more}`])

/** A required name, or a text that null clears. */
function text(attribute: string, longest: number, isClearable: boolean): ValueRule {
  return {
    rule: `${attribute}: 1 to ${longest} characters, counted in code points${isClearable ? ', or null' : ''}`,
    attribute,
    accepts: [
      'x',
      ...(isClearable ? [' x '] : [storedAs(' x ', 'x')]),
      'naïve אבג 👩‍🚀',
      astral(longest),
      ...(isClearable ? [null] : []),
    ],
    rejects: [
      ['', `/${attribute}`, 'must not be empty'],
      ['x'.repeat(longest + 1), `/${attribute}`, `must have at most ${longest} characters`],
      [astral(longest + 1), `/${attribute}`, `must have at most ${longest} characters`],
      ...notText(attribute, isClearable ? ' or null' : ''),
      ...(isClearable ? [] : ([[null, `/${attribute}`, 'must be a string, not null']] as RejectedValue[])),
    ],
  }
}

const notBlank = (rule: ValueRule): ValueRule => ({
  ...rule,
  rule: `${rule.rule}, not blank`,
  rejects: [...rule.rejects, [' \t', `/${rule.attribute}`, 'must not be blank']],
})

const url = (attribute: string, problem = NOT_HTTPS): ValueRule => ({
  rule: `${attribute}: an https URL of a public host with at most 2048 characters, or null`,
  attribute,
  accepts: [
    'https://example.org',
    'https://example.org:443/a?b#c',
    'https://bücher.example/ü',
    path(2048),
    null,
  ],
  rejects: [
    ...[
      '',
      'example.org',
      'http://example.org/',
      'https://ada:word@example.org/',
      'https://127.0.0.1/',
      'https://0x7f000001/',
      'https://[::1]/',
      'https://localhost/',
      'https://printer.local/',
      'https://intranet/',
      'https://example.org:8443/',
      ' https://example.org/',
    ].map((value): RejectedValue => [value, `/${attribute}`, problem]),
    [path(2049), `/${attribute}`, 'must have at most 2048 characters'],
    ...notText(attribute, ' or null'),
  ],
})

const within = (
  object: string,
  member: string,
  { rule, accepts, rejects }: ValueRule,
  read: object,
): ValueRule => ({
  rule: `${object}.${rule}`,
  attribute: object,
  accepts: accepts.map((value) => storedAs({ [member]: value }, { ...read, [member]: value })),
  rejects: rejects.map(([value, pointer, message]) => [{ [member]: value }, `/${object}${pointer}`, message]),
})

const noSocials = { facebook: null, linkedin: null, twitter: null, youtube: null }
const flag = (value: unknown, name: string): RejectedValue => [
  { [name]: value },
  `/options/${name}`,
  value === null ? 'must be true or false, not null' : 'must be true or false',
]
const labels = Array.from({ length: 51 }, (_, index) => `tag ${index}`)

testValues(
  server,
  '/users/ext:own',
  (tenant) => createUser(tenant, attendee('ada', { externalId: 'own', type: 'Speaker' })),
  [
    notBlank(text('firstName', 100, false)),
    notBlank(text('lastName', 100, false)),
    notBlank(text('username', 255, false)),
    text('job', 255, true),
    text('company', 255, true),
    text('country', 255, true),
    text('city', 255, true),
    url('avatar', NOT_A_PICTURE),
    url('website'),
    ...Object.keys(noSocials).map((member) => within('socials', member, url(member), noSocials)),
    {
      rule: 'socials: no other members',
      attribute: 'socials',
      accepts: [storedAs({}, noSocials)],
      rejects: [
        [{ mastodon: null }, '/socials/mastodon', 'is not a known attribute'],
        [{ twiter: null }, '/socials/twiter', 'is not a known attribute; did you mean "twitter"?'],
        [[], '/socials', 'must be an object'],
        ['x', '/socials', 'must be an object'],
      ],
    },
    {
      rule: 'description: up to 800 characters, may be empty, or null',
      attribute: 'description',
      accepts: ['', astral(800), 'two\nlines', null],
      rejects: [
        [astral(801), '/description', 'must have at most 800 characters'],
        ...notText('description', ' or null'),
      ],
    },
    {
      rule: 'email: an address of at most 254 characters, trimmed and otherwise unchanged',
      attribute: 'email',
      accepts: [
        'Ada.Lindqvist+talks@Example.ORG',
        storedAs(' ada@example.org\t', 'ada@example.org'),
        'æda@bücher.example',
        `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`,
      ],
      rejects: [
        ...[
          '',
          'ada',
          'ada@',
          '@example.org',
          'ada@localhost',
          'a b@example.org',
          'ada@127.0.0.1',
          'a@b@example.org',
        ].map((value): RejectedValue => [value, '/email', 'must be an e-mail address']),
        [`${'a'.repeat(65)}@example.org`, '/email', 'must be an e-mail address'],
        [`ada@${'b.'.repeat(126)}org`, '/email', 'must have at most 254 characters'],
        [null, '/email', 'must be a string, not null'],
        ...notText('email', ''),
      ],
    },
    {
      rule: 'tags: up to 50 names of 1 to 60 characters, without duplicates',
      attribute: 'tags',
      accepts: [[], labels.slice(0, 50), [astral(60)], storedAs(['a', 'b', 'a'], ['a', 'b'])],
      rejects: [
        [labels, '/tags', 'must have at most 50 items'],
        [['a', 'x'.repeat(61)], '/tags/1', 'must have at most 60 characters'],
        [[''], '/tags/0', 'must not be empty'],
        [[' '], '/tags/0', 'must not be blank'],
        [[7], '/tags/0', 'must be a string'],
        [[null], '/tags/0', 'must be a string, not null'],
        [null, '/tags', 'must be a list, not null'],
        ['a', '/tags', 'must be a list'],
      ],
    },
    {
      rule: 'timezone: a name of the IANA database, aliases included, or null',
      attribute: 'timezone',
      accepts: ['Europe/Paris', 'Asia/Calcutta', 'UTC', null],
      rejects: [
        ...['', 'Europe/Atlantis', '+01:00', 'PST'].map(
          (value): RejectedValue => [value, '/timezone', 'must be an IANA time zone'],
        ),
        ...notText('timezone', ' or null'),
      ],
    },
    {
      rule: 'status: one of five, or null',
      attribute: 'status',
      accepts: ['Employed', 'Looking for a job', 'Student', 'Freelancer', 'Working for a startup', null],
      rejects: ['employed', '', 'Retired'].map(
        (value): RejectedValue => [
          value,
          '/status',
          'must be one of "Employed", "Looking for a job", "Student", "Freelancer", "Working for a startup", null',
        ],
      ),
    },
    {
      rule: 'type: Attendee or Speaker',
      attribute: 'type',
      accepts: [],
      rejects: ['speaker', 'Admin', 'Owner', ''].map(
        (value): RejectedValue => [value, '/type', 'must be one of "Attendee", "Speaker"'],
      ),
    },
    {
      rule: 'options: highlight and endRegistration, true or false',
      attribute: 'options',
      accepts: [
        storedAs({ highlight: true }, { highlight: true }),
        storedAs({}, { highlight: true }),
        storedAs({ highlight: false }, { highlight: false }),
        storedAs({ endRegistration: true }, { highlight: false }),
      ],
      rejects: [
        ...['highlight', 'endRegistration'].flatMap((name) =>
          [null, 'true', 1, []].map((value) => flag(value, name)),
        ),
        [
          { highlighted: true },
          '/options/highlighted',
          'is not a known attribute; did you mean "highlight"?',
        ],
        [[], '/options', 'must be an object'],
      ],
    },
    ...[
      'id',
      'role',
      'registrationStatus',
      'password',
      'passwordHash',
      'platformId',
      'version',
      'createdAt',
    ].map(
      (attribute): ValueRule => ({
        rule: `${attribute} is read-only`,
        attribute,
        accepts: [],
        rejects: [['x', `/${attribute}`, 'is not a known attribute']],
      }),
    ),
    {
      rule: 'an unknown attribute gets the closest known name as a suggestion',
      attribute: 'fristName',
      accepts: [],
      rejects: [['x', '/fristName', 'is not a known attribute; did you mean "firstName"?']],
    },
  ],
)

testValues(server, '/users/ada@example.org', (tenant) => createUser(tenant, attendee('ada')), [
  {
    rule: 'externalId: 1 to 200 characters without control characters, or null',
    attribute: 'externalId',
    accepts: ['crm/47 11?#%', ' ', astral(200), null],
    rejects: [
      ['', '/externalId', 'must not be empty'],
      [astral(201), '/externalId', 'must have at most 200 characters'],
      ['a\nb', '/externalId', 'contains characters that are not allowed'],
      ['a\u007fb', '/externalId', 'contains characters that are not allowed'],
      ...notText('externalId', ' or null'),
    ],
  },
])

// Sponsors: the values that each attribute accepts and rejects. Lengths are counted in code points.
import { describe } from 'vitest'
import { astral, NOT_A_PICTURE, NOT_HTTPS, sponsor } from '../../../test/support/bodies.ts'
import {
  put,
  storedAs,
  type Tenant,
  testValues,
  useApi,
  type ValueRule,
} from '../../../test/support/scenarios.ts'

const S = '/sponsors/ext:s'
const options = { displayInLobby: false, highlight: false }

const server = useApi()
const createSponsor = (tenant: Tenant) => put(tenant, S, sponsor())

const urlRule = (attribute: string, problem: string): ValueRule => ({
  rule: `${attribute} is a public https URL of up to 2048 characters`,
  attribute,
  accepts: ['https://example.org/a', `https://example.org/${'a'.repeat(2028)}`],
  rejects: [
    ['http://example.org/a', `/${attribute}`, problem],
    ['https://10.0.0.1/a', `/${attribute}`, problem],
    ['https://example.org:444/a', `/${attribute}`, problem],
    [`https://example.org/${'a'.repeat(2029)}`, `/${attribute}`, 'must have at most 2048 characters'],
  ],
})

describe('values of a sponsor', () => {
  testValues(server, S, createSponsor, [
    {
      rule: 'name has 1 to 255 code points, is not blank, and cannot be cleared',
      attribute: 'name',
      accepts: ['x', astral(255)],
      rejects: [
        [null, '/name', 'must be a string, not null'],
        ['', '/name', 'must not be empty'],
        ['  ', '/name', 'must not be blank'],
        [astral(256), '/name', 'must have at most 255 characters'],
      ],
    },
    {
      rule: 'pageFormat is html or markdown and cannot be cleared',
      attribute: 'pageFormat',
      accepts: ['markdown', 'html'],
      rejects: [
        [null, '/pageFormat', 'must be a string, not null'],
        ['Markdown', '/pageFormat', 'must be one of "html", "markdown"'],
      ],
    },
    {
      rule: 'level is a whole number from 1 to 5 and cannot be cleared',
      attribute: 'level',
      accepts: [1, 5],
      rejects: [
        [0, '/level', 'must be at least 1'],
        [6, '/level', 'must be at most 5'],
        [2.5, '/level', 'must be a whole number'],
        ['1', '/level', 'must be a whole number'],
        [null, '/level', 'must be a whole number, not null'],
      ],
    },
    {
      rule: 'pageContent has up to 65,536 code points of HTML, is stored unchanged, and can be cleared',
      attribute: 'pageContent',
      accepts: [
        '<h1 onclick="x()">Hi</h1><script>1</script>',
        '',
        'x'.repeat(65_536),
        `${'x'.repeat(60_536)}${astral(5000)}`,
        null,
      ],
      rejects: [
        ['x'.repeat(65_537), '/pageContent', 'must have at most 65536 characters'],
        [`${'x'.repeat(60_537)}${astral(5000)}`, '/pageContent', 'must have at most 65536 characters'],
      ],
    },
    ...['logo', 'icon'].map((attribute) => urlRule(attribute, NOT_A_PICTURE)),
    urlRule('website', NOT_HTTPS),
    {
      rule: 'color is #rrggbb and can be cleared',
      attribute: 'color',
      accepts: ['#0a7d55', '#FFFFFF', null],
      rejects: [
        ...['#fff', 'red', '0a7d55', '#0a7d5g', ''].map((value): [unknown, string, string] => [
          value,
          '/color',
          'must be a color in the form #rrggbb',
        ]),
        ['#0a7d5500', '/color', 'must have at most 7 characters'],
      ],
    },
    {
      rule: 'hasPage is true or false',
      attribute: 'hasPage',
      accepts: [true, false],
      rejects: [
        [null, '/hasPage', 'must be true or false, not null'],
        ['true', '/hasPage', 'must be true or false'],
      ],
    },
    {
      rule: 'options are merged member by member, and each is true or false',
      attribute: 'options',
      accepts: [
        storedAs({ highlight: true }, { ...options, highlight: true }),
        storedAs({ displayInLobby: true }, { displayInLobby: true, highlight: true }),
        storedAs({}, { displayInLobby: true, highlight: true }),
      ],
      rejects: [
        [null, '/options', 'must be an object, not null'],
        [{ highlight: null }, '/options/highlight', 'must be true or false, not null'],
        [{ higlight: true }, '/options/higlight', 'is not a known attribute; did you mean "highlight"?'],
      ],
    },
  ])
})

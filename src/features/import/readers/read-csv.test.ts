// Reading tables of talks, people, and sponsors.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseProgramme } from '../../../../test/support/import/samples.ts'
import { type Entry, planProgramme } from '../file/document.ts'
import { addKnownNames } from '../file/known-names.ts'
import { describeProblems } from '../file/problems.ts'
import { itemKinds } from '../file/programme.ts'
import { attributesOf } from './csv-attributes.ts'
import type { CsvOptions } from './read-csv.ts'

type Reading = CsvOptions & { mapping?: unknown; emailPattern?: string | undefined }
const plan = (text: string, reading: Reading = {}): Entry[] =>
  planProgramme(parseProgramme(text, { timeZone: 'Europe/Paris', ...reading }), {
    emailPattern: 'emailPattern' in reading ? reading.emailPattern : '{slug}@speakers.example.org',
    isTruncating: false,
  })

const outcome = (entry: Entry | undefined) =>
  entry === undefined ? undefined : 'body' in entry ? entry.body : describeProblems(entry.problems)
const first = (text: string, reading: Reading = {}) => outcome(plan(text, reading)[0])

/** One talk with these columns, an identifier, and a title. */
const talk = (columns: Record<string, string>, reading: Reading = {}) => {
  const cells = Object.entries({ id: '1', title: 'One', ...columns })
  const row = (texts: string[]) => texts.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')
  return first([row(cells.map(([name]) => name)), row(cells.map(([, cell]) => cell))].join('\n'), reading)
}
const people = (columns: Record<string, string>, reading: Reading = {}) => {
  const body = talk({ start: '2027-05-20 09:30', ...columns }, reading)
  return typeof body === 'object' ? body.speakers : body
}

const ada = { email: 'ada@example.org', firstName: 'Ada', lastName: 'Sample' }
const bo = { email: 'bo@example.org', firstName: 'Bo', lastName: 'Muster' }

describe('a table of talks', () => {
  it('can have headers that are the names of properties of every object', () => {
    const columns = { constructor: 'a', ['__proto__']: 'b', toString: 'c', start: '2027-05-20 09:30' }
    expect(talk(columns)).toMatchObject({ title: 'One', start: '2027-05-20T07:30:00.000Z' })
  })

  it('can have the usual names as headers', () => {
    const text = `Session ID;Title;Abstract;Date;Start time;End time;Track;Session type;Room;Keynote;Speakers;Speaker e-mails;Notes
t-1;How to count;One, two, three.;20.05.2027;9:30;10:15;Numbers;Workshop;Hall 1;x;Ada Sample, Bo Muster;ada@example.org, bo@example.org;private
`
    const programme = parseProgramme(text, { timeZone: 'Europe/Paris' })
    expect(programme).toMatchObject({
      format: 'csv',
      notes: [{ code: 'columns_ignored', columns: ['Notes'] }],
    })
    expect(plan(text)).toEqual([
      {
        kind: 'talks',
        externalId: 't-1',
        title: 'How to count',
        name: 'How to count (t-1)',
        row: 2,
        cuts: [],
        keepEdits: [],
        body: {
          title: 'How to count',
          description: 'One, two, three.',
          start: '2027-05-20T07:30:00.000Z',
          duration: 45,
          timezone: 'Europe/Paris',
          track: 'Numbers',
          tags: ['Workshop'],
          kind: 'talk',
          room: 'Hall 1',
          keynote: true,
          speakers: [ada, bo],
        },
      },
    ])
  })

  it('is of breaks where a row has no speakers', () => {
    expect(talk({ speakers: '' })).toMatchObject({ kind: 'break' })
    expect(talk({ speakers: '' })).not.toHaveProperty('speakers')
  })

  it('omits attributes without a column', () => {
    expect(first('id,title\n1,One', { timeZone: undefined })).toEqual({ title: 'One' })
  })

  it('clears attributes with empty cells', () => {
    expect(
      talk({ description: '', track: '', tags: '', image: '', keynote: '', duration: '', video: '' }),
    ).toEqual({
      title: 'One',
      timezone: 'Europe/Paris',
      description: '',
      track: null,
      tags: [],
      image: null,
      keynote: false,
      type: null,
      video: null,
    })
  })

  it('can have the attributes of the API as headers', () => {
    const cells = {
      'features.chat': 'no',
      'features.freeLive': 'yes',
      type: 'youtube',
      video: 'https://youtu.be/x',
    }
    expect(talk(cells)).toMatchObject({
      features: { chat: false, freeLive: true },
      type: 'youtube',
      video: 'https://youtu.be/x',
    })
  })

  it('has a short and a long text if it has an abstract and a description', () => {
    expect(talk({ Abstract: 'Short.', Description: 'Long.' })).toMatchObject({
      description: 'Short.',
      details: 'Long.',
    })
    expect(talk({ Description: 'Short.' })).not.toHaveProperty('details')
    expect(talk({ details: '' })).toMatchObject({ details: null })
    expect(talk({ details: 'x'.repeat(10_001) })).toBe(
      'the details text has 10001 characters, but the limit is 10000 (shorten it with --truncate)',
    )
  })

  it.each([
    ['https://youtu.be/DemoTalk-01', 'youtube'],
    ['rtmps://live.example.org/app', 'rtmp'],
    ['https://video.example.org/talk', 'external'],
  ])('has the type that fits its video %s, unless it names one', (video, type) => {
    expect(talk({ video })).toMatchObject({ type, video })
    expect(talk({ video, type: '' })).toMatchObject({ type, video })
    expect(talk({ video, type: 'replay' })).toMatchObject({ type: 'replay', video })
  })

  it('has no type without a video', () => {
    expect(talk({ video: '', type: '' })).not.toHaveProperty('type')
    expect(talk({})).not.toHaveProperty('type')
  })

  it('distinguishes session types from video types', () => {
    expect(talk({ start: '2027-05-20 09:30', Type: 'Lightning talk' })).toMatchObject({
      tags: ['Lightning talk'],
    })
    expect(talk({ start: '2027-05-20 09:30', Type: 'replay' })).toMatchObject({ type: 'replay' })
  })

  it.each([
    [{ start: '2027-05-20T09:30:00+09:00' }, '2027-05-20T00:30:00.000Z', undefined],
    [{ start: '2027-05-20 09:30', end: '2027-05-20 10:00' }, '2027-05-20T07:30:00.000Z', 30],
    [{ start: '2027-05-20 09:30', end: '10:00' }, '2027-05-20T07:30:00.000Z', 30],
    [{ date: '2027-05-20', start: '23:30', end: '0:30' }, '2027-05-20T21:30:00.000Z', 60],
    [{ start: '2027-05-20 09:30', timezone: 'Asia/Tokyo' }, '2027-05-20T00:30:00.000Z', undefined],
    [{ start: '2027-05-20 09:30', duration: '45 min' }, '2027-05-20T07:30:00.000Z', 45],
    [{ start: '2027-05-20 09:30', duration: '1:15' }, '2027-05-20T07:30:00.000Z', 75],
  ])('reads times: %j', (columns, start, duration) => {
    const body = talk(columns)
    expect(body).toMatchObject({ start, ...(duration === undefined ? {} : { duration }) })
  })

  it('reads dates in the order of --date-format', () => {
    const start = '2027-02-01T08:30:00.000Z'
    expect(talk({ start: '01/02/2027 09:30' }, { dateFormat: 'dmy' })).toMatchObject({ start })
    expect(talk({ start: '2/1/27 09:30' }, { dateFormat: 'mdy' })).toMatchObject({ start })
    expect(talk({ date: '1.2.27', start: '09:30' }, { dateFormat: 'dmy' })).toMatchObject({ start })
  })

  it.each([
    ['yes YES y true 1 x on ✓ ja Ja j wahr oui vrai sí vero sim tak', true],
    ['no NO n false 0 off ✗ nein Nein falsch non faux não nie -', false],
  ])('reads %s as %s', (words, keynote) => {
    for (const word of words.split(' ')) expect(talk({ keynote: word })).toMatchObject({ keynote })
  })

  it('needs a time zone if its times have no offset', () => {
    expect(() => first('id,title,start\n1,One,2027-05-20 09:30', { timeZone: undefined })).toThrow(
      'row 2, column "start": the time has no offset. Set its time zone, such as --timezone Europe/Paris.',
    )
  })

  it.each([
    [{ start: 'tomorrow' }, 'column "start" is not a time such as 2027-05-20 09:30'],
    [{ start: '' }, 'column "start" is not a time such as 2027-05-20 09:30'],
    [{ start: '2027-05-20 09:30', End: 'late' }, 'column "End" is not a time such as 2027-05-20 09:30'],
    [{ keynote: 'perhaps' }, 'column "keynote" is not yes or no'],
    [{ id: '', keynote: 'perhaps' }, 'column "id" is empty; column "keynote" is not yes or no'],
    [{ links: 'http://example.org' }, 'column "links" has a link that is not a public https URL'],
    [
      { start: '01/02/2027 09:30' },
      'column "start" has a date whose order of day, month, and year is unclear; set it with --date-format, such as dmy',
    ],
    [
      { start: '2027-03-28 02:30' },
      'column "start" is a time that does not exist in Europe/Paris, because its clocks are set forward then',
    ],
    [
      { start: '2027-03-28 01:30', end: '2:30' },
      'column "end" is a time that does not exist in Europe/Paris, because its clocks are set forward then',
    ],
    [{ tags: 'x'.repeat(61) }, 'column "tags" has an entry of more than 60 characters'],
  ])('refuses an invalid row with all its problems: %j', (columns, reason) => {
    const problem = talk({ description: '', ...columns })
    expect(String(problem).replace(/^its identifier .*?; |; its identifier .*$/g, '')).toBe(reason)
  })

  it('continues after a refused row', () => {
    const entries = plan('id,title,keynote\n1,One,perhaps\n2,Two,no\n2,Again,no\n')
    expect(entries.map(outcome)).toEqual([
      'column "keynote" is not yes or no',
      { title: 'Two', keynote: false, timezone: 'Europe/Paris' },
      'another event in the file has the same identifier',
    ])
  })
})

describe('the speakers of a row', () => {
  it.each([
    [{ speakers: 'Ada Sample; Bo Muster', 'speaker emails': 'ada@example.org; bo@example.org' }],
    [{ speakers: 'Ada Sample\nBo Muster', emails: '', 'Speaker E-Mail': 'ada@example.org\nbo@example.org' }],
    [{ Speakers: 'Ada Sample <ada@example.org>, Bo Muster <bo@example.org>' }],
    [
      {
        'Speaker 2 Name': 'Bo Muster',
        'Speaker 1 Name': 'Ada Sample',
        'Speaker 1 Email': 'ada@example.org',
        'Speaker 2 Email': 'bo@example.org',
        'Speaker 3 Name': '',
        'Speaker 3 Email': '',
      },
    ],
    [
      {
        'Speaker first name': 'Ada; Bo',
        'Speaker last name': 'Sample; Muster',
        'Speaker email': 'ada@example.org; bo@example.org',
      },
    ],
  ])('can be in one cell or in separate columns: %j', (columns) => {
    expect(people(columns)).toEqual([ada, bo])
  })

  it('have details, whose texts can contain commas', () => {
    const one = { speakers: 'Ada Sample', 'speaker email': 'ada@example.org' }
    expect(
      people({ ...one, 'speaker job': 'Counter, chief; retired', 'speaker company': 'Example' }),
    ).toEqual([{ ...ada, job: 'Counter, chief; retired', company: 'Example' }])
    const two = { speakers: 'Ada Sample; Bo Muster', 'speaker emails': 'ada@example.org; bo@example.org' }
    expect(people({ ...two, 'speaker bio': 'One, two; Three, four' })).toEqual([
      { ...ada, description: 'One, two' },
      { ...bo, description: 'Three, four' },
    ])
    expect(people({ ...two, 'speaker company': 'Example\n' })).toBe(
      'column "speaker company" has 1 entry for 2 people',
    )
    expect(people({ ...two, 'speaker company': '; Example Ltd, Oslo' })).toEqual([
      ada,
      { ...bo, company: 'Example Ltd, Oslo' },
    ])
    const comma = { speakers: 'Sample, Ada', 'speaker email': 'ada@example.org', 'speaker bio': 'One; two' }
    expect(people(comma)).toMatchObject([{ description: 'One; two' }])
  })

  it('can have a comma in the name if there is only one e-mail or the mapping has a separator', () => {
    const inverted = { speakers: 'Sample, Ada', 'speaker email': 'ada@example.org' }
    expect(people(inverted)).toEqual([ada])
    const name = { speakers: 'Ada Sample, PhD', 'speaker email': 'ada@example.org' }
    expect(people(name)).toEqual([{ ...ada, lastName: 'Sample, PhD' }])
    expect(people({ speakers: 'Sample, Ada; Muster, Bo' }, { mapping: { separator: ';' } })).toHaveLength(2)
  })

  it.each([
    [{ speakers: 'Sample, Ada; Muster, Bo', 'speaker emails': 'ada@example.org; bo@example.org' }],
    [{ speakers: 'Sample, Ada, Muster, Bo', 'speaker emails': 'ada@example.org, bo@example.org' }],
    [{ speakers: 'Sample, Dr. Ada <ada@example.org>, Muster, Bo <bo@example.org>' }],
    [{ speakers: 'Ada Sample <ada@example.org>, Muster, Bo <bo@example.org>' }],
    [{ 'speaker 1': 'Sample, Ada <ada@example.org>', 'speaker 2': 'Bo Muster <bo@example.org>' }],
  ])('can have the last name first: %j', (columns) => {
    expect(people(columns)).toEqual([ada, bo])
  })

  it.each([
    [{ speakers: 'Sample, Ada' }],
    [{ speakers: 'Ada, Bo Muster' }],
    [{ speakers: 'Ada Sample, Bo Muster', 'speaker email': 'ada@example.org' }],
    [{ speakers: 'Ada Sample, ada@example.org' }],
    [{ speakers: 'Ada Sample, Bo Muster <bo@example.org>' }],
    [{ speakers: 'Ada Sample <ada@example.org>, Bo, Cy' }],
  ])('are refused if a comma can separate people or names: %j', (columns) => {
    expect(people(columns)).toContain(
      'column "speakers" can contain one person or several; separate people with semicolons, or set "separator" in the file for --columns',
    )
  })

  it('are named by another row if a cell has only their e-mail', async () => {
    const text = `id,title,speakers
1,One,Ada Sample <ada@example.org>
2,Two,ADA@example.org; <bo@example.org>`
    const programme = parseProgramme(text, {})
    const events = await addKnownNames(programme.events, async () => undefined)
    const [, second] = planProgramme(
      { ...programme, events },
      { emailPattern: undefined, isTruncating: false },
    )
    expect(events[1]?.persons).toMatchObject([{ name: 'Ada Sample', email: 'ADA@example.org' }, { name: '' }])
    expect(outcome(second)).toBe(
      'bo@example.org has no name and no account; add the name, such as “Ada Lindqvist <bo@example.org>”',
    )
  })

  it('without an e-mail refuse only their row if others have one', () => {
    const text = `id,title,speakers
1,One,Ada Sample <ada@example.org>
2,Two,Bo Muster`
    expect(plan(text, { emailPattern: undefined }).map((entry) => [entry.row, outcome(entry)])).toEqual([
      [2, { kind: 'talk', title: 'One', timezone: 'Europe/Paris', speakers: [ada] }],
      [3, `Bo Muster has no e-mail; add it, or create it with --email-pattern '{slug}@speakers.example.org'`],
    ])
  })

  it('must have as many names as e-mails', () => {
    expect(people({ speakers: 'Ada; Bo', 'speaker emails': 'ada@example.org' })).toBe(
      'column "speaker emails" has 1 entry for 2 people',
    )
    expect(people({ speakers: 'Ada; Bo; Cy', 'speaker emails': 'ada@example.org; bo@example.org' })).toBe(
      'column "speaker emails" has 2 entries for 3 people',
    )
  })

  it('get e-mails from --email-pattern if the table has none', () => {
    expect(people({ speakers: 'Ada Sample, Bo Muster' })).toEqual([
      { ...ada, email: 'ada-sample@speakers.example.org' },
      { ...bo, email: 'bo-muster@speakers.example.org' },
    ])
  })

  it('are distinguished from moderators', () => {
    const body = talk({ speakers: 'Ada Sample <ada@example.org>', moderator: 'Bo Muster <bo@example.org>' })
    expect(body).toMatchObject({ speakers: [ada], moderators: [bo] })
  })
})

describe('a table of people', () => {
  const personType = 'Speaker'

  it('says what new people are, by a column or by --type', () => {
    const missing = 'it has no type; add a column "type", or set --type Attendee or Speaker'
    const text = 'id,name,email\n1,Ada Sample,ada@example.org'
    expect(first(text)).toBe(missing)
    expect(first(text, { personType: 'Attendee' })).toEqual({ ...ada, type: 'Attendee' })
    const mixed = 'id,name,email,type\n1,Ada Sample,ada@example.org,attendee\n2,Bo Muster,bo@example.org,'
    expect(plan(mixed).map(outcome)).toEqual([{ ...ada, type: 'Attendee' }, missing])
    expect(plan(mixed, { personType }).map(outcome)).toEqual([
      { ...ada, type: 'Attendee' },
      { ...bo, type: 'Speaker' },
    ])
  })

  it('has each e-mail once', () => {
    const text = `id,name,email
1,Ada Sample,ada@example.org
2,Bo Muster,bo@example.org
3,Ada Again,ADA@example.org`
    expect(plan(text, { personType }).map((entry) => [entry.row, outcome(entry)])).toEqual([
      [2, { ...ada, type: 'Speaker' }],
      [3, { ...bo, type: 'Speaker' }],
      [4, 'row 2 has the same e-mail'],
    ])
  })

  it('becomes accounts', () => {
    const text = `id,First name,Last name,E-Mail,Company,Job title,Tags,LinkedIn,options.endRegistration
p-1,Ada,Sample,ada@example.org,Example,,"a, b",https://linkedin.example.org/ada,yes
p-2,Bo,,bo@example.org,,,,,
`
    expect(plan(text, { personType })).toMatchObject([
      {
        kind: 'people',
        externalId: 'p-1',
        name: 'Ada Sample (p-1)',
        body: {
          ...ada,
          company: 'Example',
          job: null,
          tags: ['a', 'b'],
          socials: { linkedin: 'https://linkedin.example.org/ada' },
          options: { endRegistration: true },
        },
      },
      { externalId: 'p-2', row: 3, problems: [{ code: 'cell_empty', column: 'Last name' }] },
    ])
  })

  it('can have first and last name in one column', () => {
    const nameOf = (name: string) => {
      const body = first(`id,name,email\n1,"${name}",ada@example.org`, { personType })
      return typeof body === 'object' ? [body.firstName, body.lastName] : body
    }
    expect(nameOf('Ada van Sample')).toEqual(['Ada', 'van Sample'])
    expect(nameOf('Lindqvist, Ada')).toEqual(['Ada', 'Lindqvist'])
    expect(nameOf('Prof. Dr. Ada Lindqvist')).toEqual(['Ada', 'Lindqvist'])
  })
})

it('a table of sponsors becomes sponsors', () => {
  const text = `id,Sponsor,Logo,Level,Website
s-1,Example Ltd,https://static.example.org/logo.png,1,
s-2,Other Ltd,,gold,https://example.org/`
  expect(plan(text).map((entry) => [entry.kind, entry.name, outcome(entry)])).toEqual([
    [
      'sponsors',
      'Example Ltd (s-1)',
      { name: 'Example Ltd', logo: 'https://static.example.org/logo.png', level: 1, website: null },
    ],
    ['sponsors', 'Other Ltd (s-2)', 'column "Logo" is empty; column "Level" is not a whole number'],
  ])
})

describe('a mapping', () => {
  it('takes precedence over the usual names', () => {
    const text = 'Nr|Titel|Raum|Thema|title|Referent\n1|Zählen|Saal|Zahlen|other|Ada Sample'
    const mapping = {
      delimiter: '|',
      columns: {
        Nr: 'externalId',
        Titel: 'title',
        Raum: 'hiddenTags',
        Thema: 'hiddenTags',
        Referent: 'speakers.name',
        title: null,
      },
    }
    expect(first(text, { mapping })).toEqual({
      title: 'Zählen',
      hiddenTags: ['Saal', 'Zahlen'],
      timezone: 'Europe/Paris',
      kind: 'talk',
      speakers: [{ ...ada, email: 'ada-sample@speakers.example.org' }],
    })
  })

  it('can set the kind of the rows', () => {
    const text = 'id,title,description,email,firstName,lastName\n1,Dr.,Counts.,ada@example.org,Ada,Sample'
    expect(first(text, { mapping: { kind: 'people' }, personType: 'Speaker' })).toEqual({
      ...ada,
      type: 'Speaker',
      job: 'Dr.',
      description: 'Counts.',
    })
  })

  it.each([
    [[], 'the mapping must be a JSON object'],
    [{ column: {} }, 'mapping.column is not known'],
    [{ kind: 'rooms' }, 'mapping.kind must be one of talks, sponsors, people'],
    [{ columns: [] }, 'mapping.columns must be a JSON object'],
    [{ columns: { title: 1 } }, 'mapping.columns.title must be text or null'],
    [
      { columns: { titel: 'title' } },
      'The table has no column "titel", which is in the mapping; did you mean "title"?',
    ],
    [
      { columns: { title: 'titel' } },
      'The mapping of column "title" is not valid: talks have no attribute "titel"; did you mean "title"?',
    ],
    [
      { columns: { title: 'speakers.mail' } },
      'talks have no attribute "speakers.mail"; did you mean "speakers.email"?',
    ],
    [{ columns: { id: 'title', title: 'title' } }, 'Two columns are mapped to title, which is not a list.'],
    [{ separator: '' }, 'mapping.separator must not be empty'],
  ])('that is invalid is refused with the reason: %j', (mapping, message) => {
    expect(() => first('id,title,start\n1,One,2027-05-20 09:30', { mapping })).toThrow(message)
  })

  it.each([
    ['a,b\n1,2', 'Cannot tell whether the table contains talks, people, or sponsors.'],
    [
      'level,logo\n1,https://example.org/logo.svg',
      'No column contains the externalId, which identifies sponsors',
    ],
    ['id,title,Title ,title\n1,2,3,4', 'Two columns have the name "title".'],
  ])('is required if the headers are ambiguous: %j', (text, message) => {
    expect(() => first(text)).toThrow(message)
  })
})

describe('every attribute', () => {
  // The `name` of a person is split, and `date` is part of the start.
  const plain = itemKinds.flatMap((kind) =>
    Object.keys(attributesOf[kind])
      .filter(
        (name) =>
          !['date', 'start', 'end', 'externalId'].includes(name) && !(kind === 'people' && name === 'name'),
      )
      .map((name) => [kind, name] as const),
  )
  it.each(plain)('of %s can be mapped and is sent: %s', (kind, name) => {
    const cellOf = { yes: 'yes', integer: '7', list: 'https://example.org/' } as Record<string, string>
    const cell = name === 'duration' ? '45' : (cellOf[attributesOf[kind][name]?.kind ?? ''] ?? 'UTC')
    const mapping = { kind, columns: { Ref: 'externalId', Other: name } }
    const body = first(`Ref,Other\n1,${cell}`, { mapping, personType: 'Speaker' })
    const [outer = '', inner] = name.split('.')
    const value = (body as Record<string, Record<string, unknown>>)[outer]
    expect(inner === undefined ? value : value?.[inner]).toBeDefined()
  })

  it('of a row is independent of the other rows', () => {
    const text = fc.constantFrom(
      '',
      'x',
      'yes',
      'a; b',
      '2027-05-20 09:30',
      '45',
      'Ada <ada@example.org>',
      '😀,',
    )
    const row = fc.array(text, { minLength: 5, maxLength: 5 })
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 6 }), (rows) => {
        const header = 'id,title,start,tags,keynote,speakers'
        const lines = rows.map((cells, index) => [`t${index}`, ...cells].map((cell) => `"${cell}"`).join(','))
        const together = plan([header, ...lines].join('\n')).map(outcome)
        const separately = lines.map((line) => first(`${header}\n${line}`))
        expect(together).toEqual(separately)
      }),
      { numRuns: 200 },
    )
  })
})

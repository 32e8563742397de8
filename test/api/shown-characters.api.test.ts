// Texts keep the characters that can be shown, wherever they come from. Names change nothing beside them.
import { describe, expect, test } from 'vitest'
import { attendee, person, sponsor, talk } from '../support/bodies.ts'
import { get, problemsOf, put, type Tenant, useApi } from '../support/scenarios.ts'

const server = useApi()

describe('control characters', () => {
  test('are removed, and a page break becomes a line break', async () => {
    const tenant = await server.createTenant()
    const [title, text] = [
      'Ring\u0007ing',
      'page one\fpage two\u000bthree\b.\u009f\u007f\u001b[1m\ttab\r\nend',
    ]
    const shown = 'page one\npage two\nthree.[1m\ttab\r\nend'
    await put(tenant, '/talks/ext:t', talk({ title, description: text, details: text }))
    expect(await get(tenant, '/talks/ext:t')).toMatchObject({
      ...{ title: 'Ringing', description: shown, details: shown },
    })
    await put(tenant, '/users/ext:bo', attendee('bo', { description: text }))
    expect((await get(tenant, '/users/ext:bo')).description).toBe(shown)
    await put(tenant, '/sponsors/ext:s', sponsor({ pageContent: text }))
    expect((await get(tenant, '/sponsors/ext:s')).pageContent).toBe(shown)
  })

  test('that no store accepts are refused', async () => {
    const tenant = await server.createTenant()
    const answer = await tenant.send('PUT', '/talks/ext:t', { body: talk({ description: 'a\u0000b' }) })
    expect(answer.status).toBe(400)
  })
})

describe('names', () => {
  const REVERSED = 'Ada\u202e adA\u202c \u2066\u2067x\u2068\u2069\u202a\u202b\u202d'
  const PLAIN = 'Ada adA x'
  const MARKS = '\u0301\u0302\u0303\u0304\u0305'.repeat(20)

  test('of people, talks, sponsors, rooms, tags, and links change no direction', async () => {
    const tenant = await server.createTenant()
    await put(
      tenant,
      '/talks/ext:t',
      talk({
        ...{ title: REVERSED, room: REVERSED, track: REVERSED, tags: [REVERSED] },
        links: [{ label: REVERSED, url: 'https://example.org/' }],
        speakers: [person('ada', { firstName: REVERSED, lastName: REVERSED, company: REVERSED })],
      }),
    )
    const { title, room, track, tags, links, speakers } = await get(tenant, '/talks/ext:t')
    const [{ firstName, lastName, company }] = speakers
    expect([title, room, track, ...tags, links[0].label, firstName, lastName, company]).toEqual(
      Array(8).fill(PLAIN),
    )
    await put(tenant, '/sponsors/ext:s', sponsor({ name: REVERSED }))
    expect((await get(tenant, '/sponsors/ext:s')).name).toBe(PLAIN)
  })

  test('have at most three stacked marks on a letter, and none on a space', async () => {
    const tenant = await server.createTenant()
    const kept = '\u0301\u0302\u0303'
    // Joiners between the marks do not begin another letter.
    await put(
      tenant,
      '/talks/ext:t',
      talk({ title: `Z${MARKS}a${MARKS.replaceAll('\u0303', '\u200d\u0303')} ${MARKS}b` }),
    )
    const { title } = await get(tenant, '/talks/ext:t')
    expect(title.replaceAll('\u200d', '')).toBe(`Z${kept}a${kept} b`)
  })

  test('of all scripts and emoji stay as they are', async () => {
    const tenant = await server.createTenant()
    const names = [
      'שָּׁלוֹם בְּרֵאשִׁ֖ית',
      'مُحَمَّدٌ \u200fعلي',
      '\u03b1\u0314\u0301\u0345',
      'Nguyê\u0303n Thi\u0323\u0302',
      'བསྒྲུབས་',
      'ပြည်ထောင်စု',
      '👩‍👩‍👧‍👦🏳️‍🌈🏴󠁧󠁢󠁥󠁮󠁧󠁿#️⃣',
      'می‌خواهم',
    ]
    for (const title of names) {
      await put(tenant, '/talks/ext:t', talk({ title }))
      expect((await get(tenant, '/talks/ext:t')).title).toBe(title)
    }
  })
})

describe('without a visible character', () => {
  const INVISIBLE = [
    ...['\u200b', '\u00ad', '\u2060\ufeff', '\u3164', '\uffa0\u115f\u1160', '\u2800', '\u0301\u0302'],
    ...['\ufe0f', '\u00a0\u3000', '\u202e\u2066', '\u034f', '\u{e0020}', '\u{1d159}', '\u180e', '\u0007'],
  ]
  const refused = async (tenant: Tenant, path: string, body: object) => {
    const answer = await tenant.send('PUT', path, { body })
    return [answer.status, ...problemsOf(answer).map(([pointer]: string[]) => pointer)]
  }

  test('a name or title is refused', async () => {
    const tenant = await server.createTenant()
    for (const blank of INVISIBLE) {
      const name = JSON.stringify(blank)
      expect([name, ...(await refused(tenant, '/talks/ext:t', talk({ title: blank })))]).toEqual([
        ...[name, 422, '/title'],
      ])
      expect(
        await refused(tenant, '/users/ext:ada', attendee('ada', { firstName: `${blank}${blank}` })),
      ).toEqual([422, '/firstName'])
    }
  })

  test('a message or question is refused', async () => {
    const tenant = await server.createTenant()
    await put(tenant, '/talks/ext:t', talk())
    for (const text of INVISIBLE)
      for (const kind of ['messages', 'questions']) {
        const answer = await tenant.send('POST', `/talks/ext:t/${kind}`, { body: { text, label: 'Chat' } })
        expect([kind, JSON.stringify(text), answer.status]).toEqual([kind, JSON.stringify(text), 422])
      }
    const tower = `Z${'\u0301'.repeat(100)}`
    const { id } = (
      await tenant.send('POST', '/talks/ext:t/messages', { body: { text: `${tower}\b`, label: 'Chat' } })
    ).body
    const { items } = (await tenant.send('GET', '/talks/ext:t/messages')).body
    expect(items.find((one: { id: string }) => one.id === id).text).toBe(`Z${'\u0301'.repeat(3)}`)
  })
})

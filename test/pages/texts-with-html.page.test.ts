// Texts from other systems contain HTML. Pages, link previews, calendars, feeds, and e-mails show it as structure.
import { expect, test } from 'vitest'
import { get, put, useApi } from '../support/scenarios.ts'
import { createSite, personNamed } from '../support/sites.ts'

const server = useApi({ isJobless: true })

const ABSTRACT = '<p>First <b>bold</b> &amp; more.<br />Second line.</p>'
const DETAILS = `<p>Read <a href="https://example.org/x" onclick="alert(1)">the plan</a>, wrapped
in the file. For Hacker*innen and Besucher*innen.</p>
<ul>
<li>item one</li>
<li>item <em>two</em><ol><li>inner</li></ol></li>
</ul>
<script>alert(1)</script>`
const BIOGRAPHY = '<div>Counts <i>things</i>.</div><div>See https://en.wikipedia.org/wiki/Foo_(bar).</div>'
const PLAIN =
  'x < y and y > z, AT&T, 1 <3 you, a<b and c>d, List<String>, the <table> and <b> elements, snake_case_name'

/** The content of the texts of a talk's page, of a person's page, and of a link preview. */
const prosesIn = (html: string): string[] =>
  [...html.matchAll(/<div class="prose">([\s\S]*?)<\/div>(?=<)/g)].map(([, content = '']) => content)
const previewsIn = (html: string): (string | undefined)[] =>
  ['name="description"', 'property="og:description"'].map(
    (name) => new RegExp(`<meta ${name} content="([^"]*)"`).exec(html)?.[1],
  )
const unfolded = (calendar: string): string => calendar.replaceAll('\r\n ', '')

async function publish(texts: { description: string; details?: string; biography?: string }) {
  const site = await createSite(server)
  const { description, details = null, biography = '' } = texts
  const speakers = [personNamed('Ada', 'Sample', { description: biography })]
  const id = await site.talk('Talk', { description, details, speakers })
  const page = (await site.open(`/talks/${id}`)).text
  return { site, id, page }
}

test('a page shows the structure of HTML, and the API returns what was sent', async () => {
  const { site, id, page } = await publish({ description: ABSTRACT, details: DETAILS, biography: BIOGRAPHY })
  const link = 'rel="nofollow noopener"'
  expect(prosesIn(page).map((prose) => prose.replace(/>\s+</g, '><'))).toEqual([
    '<p dir="auto">First <strong>bold</strong> &amp; more.<br />Second line.</p>',
    [
      `<p dir="auto">Read <a href="https://example.org/x" ${link}>the plan</a>, wrapped`,
      'in the file. For Hacker*innen and Besucher*innen.</p><ul dir="auto"><li>item one</li>',
    ].join('\n') +
      '<li>item <em>two</em><ol dir="auto"><li>inner</li></ol></li></ul>\n&lt;script&gt;alert(1)&lt;/script&gt;',
  ])
  const talk = await get(site.tenant, `/talks/${id}`)
  expect([talk.description, talk.details]).toEqual([ABSTRACT, DETAILS])
  const profile = (await site.open(`/speakers/${talk.speakers[0].id}`)).text
  const url = 'https://en.wikipedia.org/wiki/Foo_(bar)'
  expect(profile).toContain(
    `<div dir="auto">Counts <em>things</em>.</div><div dir="auto">See <a href="${url}" ${link}>${url}</a>.</div>`,
  )
  expect(previewsIn(profile)).toEqual(Array(2).fill(`Counts things. See ${url}.`))
})

test('link previews, calendars, and feeds contain its text', async () => {
  const { site, id, page } = await publish({ description: ABSTRACT, details: DETAILS, biography: BIOGRAPHY })
  expect(previewsIn(page)).toEqual(Array(2).fill('First bold &amp; more. Second line.'))
  expect(page).toContain('"description":"First bold & more.\\nSecond line."')
  const calendar = unfolded((await site.open(`/talks/${id}.ics`)).text)
  expect(calendar).toContain('DESCRIPTION:Ada Sample\\n\\nFirst bold & more.\\nSecond line.\\n\\nhttps://')
  const { days } = (await site.open('/schedule.json')).body.schedule.conference
  const [event] = Object.values<Record<string, unknown>[]>(days[0].rooms).flat()
  const details = [
    'Read the plan (https://example.org/x), wrapped in the file. For Hacker*innen and Besucher*innen.',
    '- item one\n- item two\n  1. inner',
    '<script>alert(1)</script>',
  ].join('\n\n')
  expect([event?.abstract, event?.description]).toEqual(['First bold & more.\nSecond line.', details])
  expect(event?.persons).toMatchObject([
    { biography: 'Counts things.\nSee https://en.wikipedia.org/wiki/Foo_(bar).' },
  ])
  expect((await site.open('/schedule.xml')).text).toContain(
    '<abstract>First bold &amp; more.\nSecond line.</abstract>',
  )
})

test('text without HTML stays exactly as it is', async () => {
  const entities = 'Tom &quot;T&quot; &lt;tag&gt; `<b>`'
  const markdown = '* item one\n* item two\n\n[link](https://example.org/x) and **strong**'
  const { site, id, page } = await publish({ description: PLAIN, details: markdown })
  const escaped = PLAIN.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  expect(prosesIn(page)[0]).toBe(`<p dir="auto">${escaped}</p>`)
  const calendar = unfolded((await site.open(`/talks/${id}.ics`)).text)
  expect(calendar).toContain(PLAIN.replaceAll(',', '\\,'))
  const events = async () => {
    const { days } = (await site.open('/schedule.json')).body.schedule.conference
    return Object.values<Record<string, unknown>[]>(days[0].rooms).flat()
  }
  expect(await events()).toMatchObject([{ abstract: PLAIN, description: markdown }])
  await put(site.tenant, `/talks/${id}`, { description: entities })
  const changed = (await site.open(`/talks/${id}`)).text
  expect(prosesIn(changed)[0]).toBe('<p dir="auto">Tom &quot;T&quot; &lt;tag&gt; <code>&lt;b&gt;</code></p>')
  expect(await events()).toMatchObject([{ abstract: 'Tom "T" <tag> <b>' }])
})

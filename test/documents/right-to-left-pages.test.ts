// Content in Hebrew on every page: it has its own direction, and does not change the order of what is around it.
import { expect, test } from 'vitest'
import { changeSettings } from '../../src/domain/platforms/platforms.ts'
import { demoEnv, demoSite, isOwn, pagesOf, type Write } from '../browser/demo-pages.ts'
import type { TestApi } from '../support/api.ts'
import { placedTexts, typedTexts } from '../support/page-texts.ts'
import { useApi } from '../support/scenarios.ts'
import { Visitor } from '../support/visitors.ts'

const server = useApi({ store: 'sqlite', env: demoEnv })

const RIGHT_TO_LEFT = /\p{Script=Hebrew}/u
/** What has its own direction within a text (UAX #9, section 2.4). */
const ISOLATES = /\u2068[^\u2069]*\u2069/g
const inHebrew: Write = (text) => `שיחה ${text}`

test('texts of people have their own direction on every page', async () => {
  const site = await demoSite((await server.createTenant()).api)
  const { api } = site.tenant
  await rewriteContent(api, inHebrew)
  const { paths, owner } = await pagesOf(site, inHebrew)
  const stranger = new Visitor(api)
  const found = new Set<string>()
  let count = 0
  for (const path of paths) {
    const { text: html } = await (isOwn(path) ? owner : stranger).get(path)
    for (const { text, inside } of placedTexts(html)) {
      if (!RIGHT_TO_LEFT.test(text) || isPlain(inside)) continue
      count += 1
      if (!inside.some(isDirected) && RIGHT_TO_LEFT.test(text.replace(ISOLATES, '')))
        found.add(`${path}: ${inside.slice(-3).map(describe).join(' > ')}: ${text.slice(0, 40)}`)
    }
    for (const { name, attributes } of typedTexts(html))
      if (attributes.dir !== 'auto') found.add(`${path}: ${name} ${attributes.name}`)
  }
  expect(count).toBeGreaterThan(500)
  expect([...found]).toEqual([])
})

type Inside = ReturnType<typeof placedTexts> extends Generator<{ inside: infer I }> ? I : never

/** Nothing that is laid out or read as a text, or code. */
const isPlain = (inside: Inside): boolean =>
  inside.some(
    ({ name, attributes }) =>
      /^(?:title|script|code|pre|option)$/.test(name) || attributes['aria-hidden'] === 'true',
  )

const isDirected = ({ name, attributes }: Inside[number]): boolean =>
  name === 'bdi' || attributes.dir === 'auto'

const describe = ({ name, attributes }: Inside[number]): string =>
  attributes.class ? `${name}.${attributes.class.replaceAll(' ', '.')}` : name

/** Changes the demo content: talks, people, sponsors, and the platform. */
async function rewriteContent({ installation, platform, send }: TestApi, write: Write): Promise<void> {
  const rewrittenValue = (value: unknown) =>
    Array.isArray(value) ? value.map((one) => write(String(one))) : write(String(value))
  const rewritten = (item: Record<string, unknown>, names: readonly string[]) =>
    Object.fromEntries(
      names.filter((name) => item[name]).map((name) => [name, rewrittenValue(item[name])] as const),
    )
  const attributes = {
    talks: ['title', 'description', 'details', 'track', 'room', 'tags'],
    sponsors: ['name', 'pageContent'],
    users: ['firstName', 'lastName', 'job', 'company', 'city', 'description', 'tags'],
  }
  for (const [kind, names] of Object.entries(attributes)) {
    const { items } = (await send('GET', `/${kind}?limit=200`)).body
    for (const item of items) {
      const { status, text } = await send('PUT', `/${kind}/${item.id}`, { body: rewritten(item, names) })
      expect([status, status === 200 ? '' : text]).toEqual([200, ''])
    }
  }
  const { settings } = platform.caller.platform
  await changeSettings(installation, platform.caller, {
    ...{ name: write('Sample'), venue: write(settings.venue ?? 'Hall'), tagline: write('Papers') },
  })
}

// Every page of the demo in German on a phone: German has the longest words of our languages, and phones the least room for
// them. No page and no refused form has English texts for readers of another language.
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { expect, test } from 'vitest'
import { listKeys } from '../../src/features/api-keys/api-keys.ts'
import { readPlatform } from '../../src/features/platforms/platforms.ts'
import { programFile } from '../../src/kernel/lib/program-files.ts'
import { languageNames } from '../../src/kit/messages/messages.ts'
import { type MessageTree, readMessages } from '../../src/texts/texts.ts'
import type { TestApi } from '../support/api.ts'
import { ALL_IMPACTS, appearanceRules } from '../support/axe.ts'
import { findForms, type SentForm, textsOf } from '../support/page-texts.ts'
import { useApi } from '../support/scenarios.ts'
import { useBrowser } from '../support/screens.ts'
import { germanTable } from '../support/spreadsheets.ts'
import { Visitor } from '../support/visitors.ts'
import { demoEnv, demoSite, pagesOf, visitsOf } from './demo-pages.ts'
import { type Check, fitsScreen, movesNothing, NARROW, PHONE, passesAxe, walk } from './walk.ts'

const server = useApi({ store: 'sqlite', env: demoEnv })
const browser = useBrowser()

/** Time zones, names of the API, addresses, errors of systems, requests, and ends of keys. */
const TECHNICAL =
  /\b[A-Z]\w+(?:\/[\w -]+)+|\bGMT\b|\b[a-z]+(?:[._A-Z]\w*)+|\S+@\S+|https?:\S+|(?:\w+ )?\bE[A-Z]{5,}|[A-Z]{3,} \/\S+|…[\w#]+/g
const LETTERS = /\p{L}{3,}/gu
/** Each has to work in the other language, too, or cannot be repeated. */
const UNREPEATABLE = /^\/(sign-out|language|account\/delete)$|\/(delete|revoke|end|rotate)$/

/** Every word that a German text contains. */
const germanWords = new Set(
  messagesIn(readMessages(programFile('texts/de/'))).flatMap((message) => wordsOf(literals(parse(message)))),
)

function messagesIn(tree: string | MessageTree): string[] {
  return typeof tree === 'string' ? [tree] : Object.values(tree).flatMap(messagesIn)
}

/** A message without the names of its values. */
function literals(elements: readonly MessageFormatElement[]): string {
  return elements
    .map((element) => {
      if (element.type === TYPE.literal) return element.value
      if (element.type === TYPE.tag) return literals(element.children)
      return 'options' in element ? Object.values(element.options).map(({ value }) => literals(value)) : ''
    })
    .join(' ')
}

function wordsOf(text: string): string[] {
  return (text.match(LETTERS) ?? []).map((word) => word.toLocaleLowerCase('de'))
}

test('pages and refused forms have no English text in German, and all words have room on a phone', async () => {
  const site = await demoSite((await server.createTenant()).api)
  const { api } = site.tenant
  const written: unknown[] = [
    germanTable(),
    'A talk of the file',
    'A talk of the file.csv',
    // The e-mail of a sign-up.
    'robin',
    languageNames,
    'A better title',
    'More about it.',
  ]
  const visits = visitsOf(
    await pagesOf(site, (text) => {
      written.push(text)
      return text
    }),
  )
  const content = await contentOf(api, written)
  const stranger = new Visitor(api)
  const forms = new Map<string, { form: SentForm; by: Visitor }>()
  /** Where each was seen last. */
  const found = new Map<string, string>()
  const compare = (where: string, english: string, german: string) => {
    const common = new Set(textsOf(english))
    for (const text of new Set(textsOf(german)))
      if (common.has(text) && hasForeignWord(text, content)) found.set(text, where)
  }
  const hasGermanTexts: Check = async ({ path, html, by = stranger, screen: { page } }) => {
    compare(path, (await by.get(path, inLanguage('en'))).text, html)
    for (const form of findForms(html, path))
      forms.set(`${form.action} ${Object.keys(form.fields)}`, { form, by })
    const language = await page.locator('html').getAttribute('lang')
    return language === 'de' ? [] : [`is in ${language}`]
  }
  const faults = await walk(browser, {
    ...{ site, visits, options: { locale: 'de-DE' } },
    views: [
      {
        name: 'phone',
        size: PHONE,
        checks: [
          ...[movesNothing, hasGermanTexts, fitsScreen],
          ...[passesAxe(ALL_IMPACTS, appearanceRules), fitsScreen],
        ],
      },
      { name: 'narrow', size: NARROW, checks: [fitsScreen] },
    ],
  })
  expect(faults).toEqual([])

  for (const { form, by } of forms.values()) {
    const { pathname } = new URL(form.action, 'https://localhost')
    if (UNREPEATABLE.test(pathname)) continue
    for (const value of ['', '3'.repeat(3000)]) {
      const fields = Object.fromEntries(Object.keys(form.fields).map((name) => [name, value]))
      const english = await by.post(form.action, { ...fields, ...form.hidden }, inLanguage('en'))
      const german = await by.post(form.action, { ...fields, ...form.hidden }, inLanguage('de'))
      compare(`POST ${form.action}`, english.text, german.text)
    }
  }
  expect(forms.size).toBeGreaterThan(40)
  expect([...found]).toEqual([])
})

const inLanguage = (language: string) => ({ headers: { 'accept-language': language } })

/** Every text that people have written, such as titles, the longest first. */
async function contentOf(
  { installation, send, platform }: TestApi,
  more: readonly unknown[],
): Promise<string[]> {
  const lists = await Promise.all(
    ['talks', 'sponsors', 'users', 'surveys'].map((path) => send('GET', `/${path}?limit=200`)),
  )
  const said = await Promise.all(
    lists
      .flatMap(({ body }, index) => (index === 0 ? body.items : []))
      .flatMap(({ id }: { id: string }) =>
        ['messages', 'questions'].map((path) => send('GET', `/talks/${id}/${path}?limit=200`)),
      ),
  )
  const keys = await listKeys(installation, platform.caller)
  const strings = stringsOf([
    ...[...lists, ...said].map(({ body }) => body),
    ...keys.map(({ name }) => name),
    ...[await readPlatform(installation, platform.caller.platform.id), more],
  ])
  return [...new Set(strings.filter((text) => text.length > 2))].sort((a, b) => b.length - a.length)
}

const stringsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value.replace(/\s+/g, ' ').replace(/\d+/g, '#')]
  // The history shows the names of attributes as they are in the API.
  return typeof value === 'object' && value !== null ? Object.entries(value).flat().flatMap(stringsOf) : []
}

function hasForeignWord(text: string, content: readonly string[]): boolean {
  const isForeign = (part: string) => wordsOf(part).some((word) => !germanWords.has(word))
  if (!isForeign(text) || content.some((written) => written.includes(text.replace(/…$/, '')))) return false
  const own = content.reduce((left, written) => left.replaceAll(written, ''), text.replace(TECHNICAL, ''))
  return isForeign(own)
}

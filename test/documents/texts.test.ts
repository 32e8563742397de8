// The texts of all languages: the same keys and values as in English, valid messages, and none that nothing uses.
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { textSources } from '../../scripts/text-types.ts'
import { PROJECT } from '../support/process.ts'
import { problemsOf } from './text-files.ts'
import { usedTexts } from './used-texts.ts'

const SRC = join(PROJECT, 'src')

test('every language has the texts and values of English, and each is used', () => {
  expect(problemsOf(join(SRC, 'texts'), usedTexts(join(PROJECT, 'tsconfig.build.json')))).toEqual([])
})

test('the type of the texts and the list of languages are those of the files', () => {
  for (const [path, source] of Object.entries(textSources()))
    expect(readFileSync(join(SRC, path), 'utf8')).toBe(source)
})

describe('the check', () => {
  const english = { greeting: 'Hello {name}', count: '{count, plural, one {# talk} other {# talks}}' }
  const german = { greeting: 'Hallo {name}', count: '{count, plural, one {# Vortrag} other {# Vorträge}}' }
  const used = new Set(['office.chatRoom.greeting', 'office.chatRoom.count'])
  const check = (files: { en?: object; de?: object }) => {
    const folder = folderOf({
      'en/office/chat-room.json': JSON.stringify({ ...english, ...files.en }),
      'de/office/chat-room.json': JSON.stringify({ ...german, ...files.de }),
    })
    return problemsOf(folder, used)
  }

  test('accepts files with the same keys and values', () => {
    expect(check({ de: { greeting: '{name}, hallo' } })).toEqual([])
  })

  test.each<[string, Parameters<typeof check>[0], string]>([
    ['a missing text', { de: { greeting: undefined } }, 'de/office/chat-room.json has no text “greeting”'],
    ['an additional text', { de: { more: 'Mehr' } }, 'de/office/chat-room.json: English has no text “more”'],
    [
      'an unused text',
      { en: { old: { title: 'Old' } }, de: { old: { title: 'Alt' } } },
      'en/office/chat-room.json: nothing uses “old.title”',
    ],
    [
      'another value',
      { de: { greeting: 'Hallo {vorname}' } },
      'de/office/chat-room.json: “greeting” has vorname (value), but English has name (value)',
    ],
    [
      'a value of another kind',
      { de: { count: '{count} Vorträge' } },
      'de/office/chat-room.json: “count” has count (value), but English has count (number)',
    ],
    [
      'another tag',
      { de: { greeting: 'Hallo <b>{name}</b>' } },
      'de/office/chat-room.json: “greeting” has b (tag), name (value), but English has name (value)',
    ],
    [
      'an invalid message',
      { de: { greeting: 'Hallo {name' } },
      'de/office/chat-room.json: “greeting” is not a valid message: EXPECT_ARGUMENT_CLOSING_BRACE',
    ],
    [
      'an invalid English message',
      { en: { greeting: 'Hello {name}</b>' } },
      'en/office/chat-room.json: “greeting” is not a valid message: UNMATCHED_CLOSING_TAG',
    ],
  ])('names the file and the key of %s', (_what, files, problem) => {
    expect(check(files)[0]).toBe(problem)
  })

  test('finds texts that are read, destructured, or chosen by a variable, and no others', () => {
    const folder = folderOf({
      'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, noEmit: true }, include: ['.'] }),
      'texts/types.d.ts': `export type Texts = {
        page: { title: string; text: string; old: string; form: { save: string; cancel: string } }
        kinds: { talk: string; break: string }
        names: { ada: string }
        unused: { title: string }
      }`,
      'kit/page.ts': `import type { Texts } from '../texts/types'
        const save = ({ save }: Texts['page']['form']) => save
        export function read({ page, kinds, names }: Texts, kind: 'talk' | 'break'): unknown {
          const all: Record<string, string> = names
          const { text } = page
          return [page.title, text, save(page.form), kinds[kind], all]
        }`,
    })
    expect([...usedTexts(join(folder, 'tsconfig.json'))].sort()).toEqual([
      'kinds',
      'kinds.break',
      'kinds.talk',
      'names',
      'names.ada',
      'page',
      'page.form',
      'page.form.save',
      'page.text',
      'page.title',
    ])
  })
})

/** A temporary folder with these files. */
function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-texts-'))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}

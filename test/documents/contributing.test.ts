// CONTRIBUTING.md describes the project as it is: its scripts, files, and tests.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT } from '../support/process.ts'

const read = (file: string) => readFileSync(join(PROJECT, file), 'utf8')
const document = read('CONTRIBUTING.md')
const match = (pattern: RegExp) => [...document.matchAll(pattern)].map(([, found = '']) => found)

test('every script is described, and every described script exists', () => {
  const described = match(/^\| `npm (?:run )?([\w:]+)` \|/gm)
  expect(described).toEqual(Object.keys(JSON.parse(read('package.json')).scripts))
})

test('every file and folder it names exists', () => {
  const named = match(/(?<![\w/.])\.?\/?((?:src|test|scripts|docs|\.ci|\.githooks)(?:\/[\w.-]+)*)(?![\w/:])/g)
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((path) => !existsSync(join(PROJECT, path)))).toEqual([])
})

test('every suffix of a test is described, because another one would run it in the wrong project', () => {
  const files = ['src', 'test'].flatMap((folder) =>
    readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' }),
  )
  const suffixes = files.flatMap((file) => /[^/.]((?:\.[a-z]+)+)\.test\.ts$/.exec(file)?.[1] ?? [])
  const described = match(/`\*((?:\.[a-z]+)+)\.test\.ts`/g)
  expect([...new Set(suffixes)].sort()).toEqual([...new Set(described)].sort())
})

test('the group of tests that it runs by name exists', () => {
  const [[, file = '', name = ''] = []] = document.matchAll(/vitest run .*?(\S+\.test\.ts) -t "([^"]+)"/g)
  expect(read(file)).toContain(`('${name}'`)
})

// Style sheets use only custom properties that exist: a name that is gone would silently lose its color or size.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SOURCES = join(import.meta.dirname, '../../src')

const textOf = (extension: string) =>
  readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(extension) && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(SOURCES, path), 'utf8'))
    .join('\n')

test('every custom property of a style sheet is defined', () => {
  const sheets = textOf('.css')
  // The theme and the timetable are generated, and scripts set places and sizes.
  const defined = new Set(
    [...`${sheets}\n${textOf('.ts')}\n${textOf('.js')}`.matchAll(/(--[a-z][a-z0-9-]*)'?[:,]/g)].map(
      ([, name]) => name,
    ),
  )
  const used = [...sheets.matchAll(/var\((--[a-z][a-z0-9-]*)/g)].map(([, name]) => name)
  expect(used.length).toBeGreaterThan(100)
  expect([...new Set(used)].filter((name) => !defined.has(name))).toEqual([])
})

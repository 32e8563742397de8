// Documents name files that exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const PROJECT = join(import.meta.dirname, '../..')
const documents = [
  ...readdirSync(PROJECT).filter((file) => file.endsWith('.md')),
  ...readdirSync(join(PROJECT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
]
const PATH = /`((?:src|test|docs|scripts|clients|bench)\/[\w./-]+)`/g
const LINK = /\]\(([^):#]+)\)/g

test.each(documents)('%s', (file) => {
  const text = readFileSync(join(PROJECT, file), 'utf8')
  const named = [...text.matchAll(PATH)].map(([, path = '']) => path)
  const linked = [...text.matchAll(LINK)].map(([, path = '']) => join(dirname(file), path))
  expect([...named, ...linked].filter((path) => !existsSync(join(PROJECT, path)))).toEqual([])
})

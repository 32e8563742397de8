// Every page text comes from src/texts, so that a language is added by adding files.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findTexts } from './page-texts.ts'

const SOURCES = join(import.meta.dirname, '../../src')

/** Pages and what they share, and scripts. */
const isPage = (name: string) =>
  /^kit\/.*\.(?:tsx?|js)$|^features\/.*\/(?:(?:page|office)[^/]*\.tsx?|[^/]+\.js)$/.test(name) &&
  !name.endsWith('.test.ts')

test('no component contains a text', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(isPage)
  const texts = files.flatMap((file) =>
    findTexts(file, readFileSync(join(SOURCES, file), 'utf8')).map((text) => `${file}:${text}`),
  )
  expect(texts).toEqual([])
})

test('a text in a component is found in any form', () => {
  const source = `
    const done = { saved: 'Your profile is saved.' }
    const texts = useMessages()
    export const Page = ({ isOn, name }) => (
      <section class="card wide" aria-label="Card of a person" title={texts.title}>
        <h1>{texts.heading}</h1>
        Shown as text
        {isOn ? 'On' : texts.off}
        <img src="/a.png" alt={isOn ? \`Picture of \${name}\` : ''} />
        <Field name="email" label="E-mail" type="email" />
        <span>·</span>
      </section>
    )
    throw new Error('No visitor reads this sentence.')
  `
  expect(findTexts('fixture.tsx', source)).toEqual([
    '2: Your profile is saved.',
    '5: Card of a person',
    '7: Shown as text',
    '8: On',
    '9: Picture of',
    '10: E-mail',
  ])
})

// Choosing a language by Accept-Language (RFC 9110, section 12.5.4; RFC 4647, section 3.4).
import { expect, test } from 'vitest'
import { preferredLanguage } from './accept-language.ts'

const OFFERED = ['en', 'de', 'fr', 'es'] as const

test.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['de-Latn-CH-1996', 'de'],
  ['DE-de', 'de'],
  ['pt-BR,pt;q=0.9,es;q=0.8,en;q=0.7', 'es'],
  ['en;q=0.5,fr;q=0.9', 'fr'],
  ['fr;q=0.5,es;q=0.5', 'fr'],
  ['fr; q=0.2 , de ;q=0.4', 'de'],
  ['*', 'en'],
  ['en;q=0.1,*;q=0.5', 'de'],
  ['en;q=0,*', 'de'],
  ['de;q=0', undefined],
  ['de;q=0,de-AT', undefined],
  ['nl,pl', undefined],
  ['german', undefined],
  ['de;q=high', undefined],
  ['de;q=2,fr;q=0.1', 'fr'],
  [',,;q=1', undefined],
  ['', undefined],
  [undefined, undefined],
])('%j is %j', (header, expected) => {
  expect(preferredLanguage(header, OFFERED)).toBe(expected)
})

test('a long list takes no longer than a short one', () => {
  const header = `${Array.from({ length: 10_000 }, (_, index) => `x${index}`).join(',')},de`
  expect(preferredLanguage(header, OFFERED)).toBeUndefined()
})

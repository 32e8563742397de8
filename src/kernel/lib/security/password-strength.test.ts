// Which passwords are easy to guess.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isEasyToGuess } from './password-strength.ts'

const names = ['Northern Lights', 'ada.lindqvist@example.org', 'Ada', 'Lindqvist']

test.each([
  'passwordpassword',
  'Password-Password',
  'P@ssw0rd12345678',
  '123456789012345',
  '098765432109876',
  'qwertyuiopasdfgh',
  '1qaz2wsx3edc4rfv',
  'QwertyQwerty2027',
  'aaaaaaaaaaaaaaaa',
  'xK9#xK9#xK9#xK9#',
  'iloveyou iloveyou',
  'Summer2027!Summer2027!',
  'welcome to the conference',
  'Correct horse battery staple',
  'The quick brown fox',
  'Northern-Lights-2027',
  'northernlights123456',
  'Lindqvist.Ada.1999',
  '!!!!!!!!!!!!!!!!!!!!',
  '',
  'Summer-Winter-2027',
  'Once upon a time 1',
  'May the force be with you!',
  'Conference-Speaker-2027',
  'Adalindqvist1985!',
  '!@#$%^&*()_+!@#$',
])('%j is easy to guess', async (password) => {
  expect(await isEasyToGuess(password, names)).toBe(true)
})

test.each([
  'Seven violet kettles sing 42!',
  'A quiet Lighthouse 7 keeps',
  'My dog barks at the purple moon',
  'Kx8vQ2mT9wLp4Zr7',
  'Tr0ub4dor&3-and-more-of-it',
  'Zażółć gęślą jaźń 1!',
  'パスワードではない言葉です猫',
])('%j is not easy to guess', async (password) => {
  expect(await isEasyToGuess(password, names)).toBe(false)
})

test('ignores case, separators, and full-width letters', async () => {
  const password = 'northernlightspassword'
  const disguised = fc
    .tuple(...[...password].map(() => fc.tuple(fc.boolean(), fc.constantFrom('', '-', ' ', '.', '_'))))
    .map((choices) =>
      choices.map(
        ([isUpper, sign], i) => (isUpper ? password.charAt(i).toUpperCase() : password.charAt(i)) + sign,
      ),
    )
  await fc.assert(fc.asyncProperty(disguised, (parts) => isEasyToGuess(parts.join(''), names)))
  expect(await isEasyToGuess('ｐａｓｓｗｏｒｄｐａｓｓｗｏｒｄ')).toBe(true)
})

test('accepts random letters', async () => {
  const random = fc.string({
    unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'),
    minLength: 40,
    maxLength: 60,
  })
  await fc.assert(
    fc.asyncProperty(random, async (password) => {
      fc.pre(new Set(password.toLowerCase()).size > 12)
      return !(await isEasyToGuess(password))
    }),
    { numRuns: 50 },
  )
})

// Passwords that are guessed first.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCommonPassword } from '../../src/lib/security/common-passwords.ts'

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
])('%j is one of them', (password) => {
  expect(isCommonPassword(password, names)).toBe(true)
})

test.each([
  'Seven violet kettles sing 42!',
  'A quiet Lighthouse 7 keeps',
  'My dog barks at the purple moon',
  'Kx8vQ2mT9wLp4Zr7',
  'Tr0ub4dor&3-and-more-of-it',
  'Zażółć gęślą jaźń 1!',
  'パスワードではない言葉です猫',
])('%j is none of them', (password) => {
  expect(isCommonPassword(password, names)).toBe(false)
})

test('case, signs between letters and width of letters make no difference', () => {
  const password = 'northernlightspassword'
  const dressed = fc
    .tuple(...[...password].map(() => fc.tuple(fc.boolean(), fc.constantFrom('', '-', ' ', '.', '_'))))
    .map((choices) =>
      choices.map(
        ([isUpper, sign], i) => (isUpper ? password.charAt(i).toUpperCase() : password.charAt(i)) + sign,
      ),
    )
  fc.assert(fc.property(dressed, (parts) => isCommonPassword(parts.join(''), names)))
  expect(isCommonPassword('ｐａｓｓｗｏｒｄｐａｓｓｗｏｒｄ')).toBe(true)
})

test('random letters and digits are none of them', () => {
  const random = fc.string({
    unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'),
    minLength: 40,
    maxLength: 60,
  })
  fc.assert(
    fc.property(random, (password) => {
      fc.pre(new Set(password.toLowerCase()).size > 12)
      return !isCommonPassword(password)
    }),
    { numRuns: 50 },
  )
})

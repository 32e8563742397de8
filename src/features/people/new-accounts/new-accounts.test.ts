// New accounts as one decision makes them, with credentials and numbers that a test fixes.
import { expect, test } from 'vitest'
import { type DecideContext, NO_CREDENTIALS } from '../../../kernel/store/changes/operation.ts'
import { defaultSettings } from '../../platforms/default-settings-schema.ts'
import { NewAccounts } from './new-accounts.ts'

const ada = { email: 'ada@example.org', firstName: 'Ada', lastName: 'Sample' }

function contextWith(more: Partial<DecideContext> = {}): DecideContext {
  let ids = 0
  return {
    platformId: 'platform',
    actor: { kind: 'system', id: null, level: 'privileged' },
    requestId: null,
    now: 0,
    passwordRule: defaultSettings.password,
    capacity: null,
    isAfterConflict: false,
    newId: () => `id-${++ids}`,
    newCredentials: () => ({ password: 'generated', passwordHash: 'hash of generated' }),
    newNumber: () => 42,
    ...more,
  }
}

test('the same context makes the same account', () => {
  const accounts = [1, 2].map(() => new NewAccounts(contextWith()).create(ada))
  expect(accounts[1]).toEqual(accounts[0])
  expect(accounts[0]).toMatchObject({
    password: 'generated',
    account: {
      id: 'id-1',
      username: 'sample.ada#0042',
      passwordHash: 'hash of generated',
      passwordMustChange: true,
    },
  })
})

test('credentials follow the rule of the platform', () => {
  const passwordRule = { minLength: 30, digits: true, symbols: true }
  const rules: unknown[] = []
  const newCredentials = (rule: unknown) => {
    rules.push(rule)
    return { password: '', passwordHash: '' }
  }
  new NewAccounts(contextWith({ passwordRule, newCredentials })).create(ada)
  expect(rules).toEqual([passwordRule])
})

test('a taken number is replaced by the next free one, and after the last one comes the first', () => {
  const taken = ['sample.ada#9999', 'sample.ada#0000'].map((usernameKey) => ({
    userId: 'other',
    usernameKey,
  }))
  const accounts = new NewAccounts(contextWith({ newNumber: () => 9_999 }), taken)
  expect([1, 2].map(() => accounts.create(ada).account.username)).toEqual([
    'sample.ada#0001',
    'sample.ada#0002',
  ])
})

test('an own password is kept, does not expire, and need not be changed', () => {
  expect(new NewAccounts(contextWith()).createOwn(ada, 'hash of own')).toMatchObject({
    username: 'sample.ada#0042',
    passwordHash: 'hash of own',
    passwordMustChange: false,
    passwordExpiresAt: null,
  })
})

test('a dry run generates neither a password nor a username', () => {
  const { account, password } = new NewAccounts(contextWith({ newCredentials: () => NO_CREDENTIALS })).create(
    ada,
  )
  expect({ password, hash: account.passwordHash, username: account.username }).toEqual({
    password: '',
    hash: '',
    username: '#id-1',
  })
})

// Addresses made for persons whose export names none.

import { describe, expect, it } from 'vitest'
import { assignEmails } from '../../src/cli/push/emails.ts'
import { readEvent } from './samples.ts'

const bjoern = { id: 1, code: 'AAA111', public_name: 'Björn Muster' }
const namesake = { id: 2, code: 'BBB222', public_name: 'Bjorn  Muster' }
const assign = (persons: object[], pattern?: string) =>
  Object.fromEntries(assignEmails([readEvent({ persons })], pattern))

describe('--email-pattern', () => {
  it.each([
    ['{slug}@example.org', 'bjorn-muster@example.org'],
    ['{code}@example.org', 'aaa111@example.org'],
    ['p{id}.{slug}@example.org', 'p1.bjorn-muster@example.org'],
  ])('fills in %s', (pattern, email) => {
    expect(assign([bjoern], pattern)).toEqual({ AAA111: email })
  })

  it('gives namesakes addresses that do not depend on their order', () => {
    const emails = { AAA111: 'bjorn-muster-aaa111@example.org', BBB222: 'bjorn-muster-bbb222@example.org' }
    expect(assign([bjoern, namesake], '{slug}@example.org')).toEqual(emails)
    expect(assign([namesake, bjoern], '{slug}@example.org')).toEqual(emails)
  })

  it('gives one person of several events one address', () => {
    const events = [readEvent({ persons: [bjoern] }), readEvent({ guid: 'other', persons: [bjoern] })]
    expect(assignEmails(events, '{slug}@example.org')).toEqual(
      new Map([['AAA111', 'bjorn-muster@example.org']]),
    )
  })

  it('leaves an address of the export alone, and is not needed where all have one', () => {
    expect(assign([{ ...bjoern, email: 'Bjoern@example.net' }])).toEqual({ AAA111: 'Bjoern@example.net' })
  })

  it('gives a name without a letter an address too', () => {
    expect(assign([{ ...bjoern, public_name: '…' }], '{slug}@example.org')).toEqual({
      AAA111: 'speaker@example.org',
    })
  })

  it.each([
    [undefined, 'The file has no e-mail address for 2 people'],
    ['all@example.org', 'yields all@example.org for two people'],
    ['{slug}', 'yields an invalid e-mail address'],
    ['{name}@example.org', 'supports {slug}, {code}, and {id}, not {name}'],
  ])('is refused where it cannot serve: %s', (pattern, message) => {
    expect(() => assign([bjoern, namesake], pattern)).toThrow(message)
  })
})

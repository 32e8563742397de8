// E-mails for people without one in the export.

import { describe, expect, it } from 'vitest'
import { readEvent } from '../../../../test/support/import/samples.ts'
import { assignEmails } from './emails.ts'

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

  it('gives people with the same name different e-mails, independent of their order', () => {
    const emails = { AAA111: 'bjorn-muster-aaa111@example.org', BBB222: 'bjorn-muster-bbb222@example.org' }
    expect(assign([bjoern, namesake], '{slug}@example.org')).toEqual(emails)
    expect(assign([namesake, bjoern], '{slug}@example.org')).toEqual(emails)
  })

  it('gives a person the same e-mail in all events', () => {
    const events = [readEvent({ persons: [bjoern] }), readEvent({ guid: 'other', persons: [bjoern] })]
    expect(assignEmails(events, '{slug}@example.org')).toEqual(
      new Map([['AAA111', 'bjorn-muster@example.org']]),
    )
  })

  it('keeps the e-mails of the export, and is not needed if everyone has one', () => {
    expect(assign([{ ...bjoern, email: 'Bjoern@example.net' }])).toEqual({ AAA111: 'Bjoern@example.net' })
  })

  it('works for names without letters', () => {
    expect(assign([{ ...bjoern, public_name: '…' }], '{slug}@example.org')).toEqual({
      AAA111: 'speaker@example.org',
    })
  })

  it('is needed for each person without an e-mail', () => {
    expect(assign([bjoern, { ...namesake, email: 'bo@example.net' }])).toEqual({
      AAA111: '',
      BBB222: 'bo@example.net',
    })
  })

  it.each([
    ['all@example.org', 'yields all@example.org for two people'],
    ['{slug}', 'yields an invalid e-mail address'],
    ['{name}@example.org', 'supports {slug}, {code}, and {id}, not {name}'],
  ])('is refused if it does not yield valid e-mails: %s', (pattern, message) => {
    expect(() => assign([bjoern, namesake], pattern)).toThrow(message)
  })
})

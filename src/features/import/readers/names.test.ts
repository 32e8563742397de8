// Splitting display names into first and last names.

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findSharedExport, parseProgramme } from '../../../../test/support/import/samples.ts'
import { noLastName, splitName } from './names.ts'

describe('a display name', () => {
  it.each([
    ['Ada Sample', 'Ada', 'Sample'],
    ['  Ada   Sample ', 'Ada', 'Sample'],
    ['Ada B. C. Sample', 'Ada B. C.', 'Sample'],
    ['Dr. Ada Sample', 'Ada', 'Sample'],
    ['Prof. Dr. Ada Sample', 'Ada', 'Sample'],
    ['Univ.-Prof. Dr. rer. nat. habil. Ada Sample', 'Ada', 'Sample'],
    ['Professorin Dr Ada van Sample', 'Ada', 'van Sample'],
    ['Frau Dipl.-Ing. Ada Sample', 'Ada', 'Sample'],
    ['PD Dr. med. Ada Sample', 'Ada', 'Sample'],
    ['Drew Sample', 'Drew', 'Sample'],
    ['Dr. Who', 'Dr.', 'Who'],
    ['Sample, Ada', 'Ada', 'Sample'],
    ['van Sample, Ada Maria', 'Ada Maria', 'van Sample'],
    ['Sample, Prof. Dr. Ada', 'Ada', 'Sample'],
    ['Dr. Sample, Ada', 'Ada', 'Sample'],
    ['Ada Sample, Dr.', 'Ada', 'Sample'],
    ['Ada Sample, PhD', 'Ada', 'Sample, PhD'],
    ['Ada (she, her) Sample', 'Ada (she, her)', 'Sample'],
    ['Ilse van Muster', 'Ilse', 'van Muster'],
    ['Ada Maria de la Prueba', 'Ada Maria', 'de la Prueba'],
    ['Von Muster', 'Von', 'Muster'],
    ['Ada Sample DDS', 'Ada', 'Sample DDS'],
    ['Ada Sample Jr.', 'Ada', 'Sample Jr.'],
    ['Ada II', 'Ada', 'II'],
    ['Ada "The Count" Sample', 'Ada "The Count"', 'Sample'],
    ['Ada „Zahl“ Muster', 'Ada „Zahl“', 'Muster'],
    ['Ada Sample (counting girl)', 'Ada', 'Sample (counting girl)'],
    ['Ada Sample (she/her)', 'Ada', 'Sample (she/her)'],
    ['Ada van (V.) Sample', 'Ada', 'van (V.) Sample'],
    ['Ada Sample @ada', 'Ada', 'Sample @ada'],
    ['Ada Sample @ Acme', 'Ada', 'Sample @ Acme'],
    ['Ada Sample – Acme Ltd', 'Ada', 'Sample – Acme Ltd'],
    ['Prof. Dr. h.c. mult. Ada von und zu Sample', 'Ada', 'von und zu Sample'],
    ['Jo(h)n Sample', 'Jo(h)n', 'Sample'],
  ])('with several words is split before the last name: %s', (name, firstName, lastName) => {
    expect(splitName(name)).toEqual({ firstName, lastName })
  })

  it.each(['Ada', '@ada_1815', '3d-Ada', 'Ada (she/her)', '"The Count"'])(
    'of a single word is the first name: %s',
    (name) => {
      expect(splitName(name)).toEqual({ firstName: name, lastName: noLastName })
    },
  )

  it('keeps every word, and both parts are not empty', () => {
    const word = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
      .filter((text) => /^[^\s,]+$/u.test(text) && !/^(?:dr|pd|ms|mx)\b/i.test(text))
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
        const { firstName, lastName } = splitName(words.join(' '))
        const kept = `${firstName} ${lastName}`.split(' ').filter((part) => part !== noLastName)
        expect(firstName).not.toBe('')
        expect(lastName).not.toBe('')
        expect(kept.sort()).toEqual(words.filter((part) => part !== noLastName).sort())
      }),
    )
  })

  const file = findSharedExport('pretalx-rc3.json')
  it.skipIf(file === undefined)(
    'of one word is found 27 times in the real programme (needs ../shared)',
    () => {
      const { events } = parseProgramme(readFileSync(file ?? '', 'utf8'), {})
      const names = new Map(
        events.flatMap(({ persons = [] }) => persons.map((person) => [person.identity, person.name])),
      )
      const nicks = [...names.values()].filter((name) => splitName(name).lastName === noLastName)
      expect({ persons: names.size, nicks: nicks.length }).toEqual({ persons: 56, nicks: 27 })
    },
  )
})

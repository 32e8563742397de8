// What is derived from the fields of talks, sponsors, users, and surveys.
import { expect, test } from 'vitest'
import { userFields } from '../../features/people/schema.ts'
import { sponsorFields } from '../../features/sponsors/schema.ts'
import { surveyFields } from '../../features/surveys/schema.ts'
import { talkFields } from '../../features/talks/schema.ts'
import { talks } from '../../features/talks/tables.ts'
import { fieldBody, fieldValues } from '../../kit/office/field-values.ts'

const objects = { talk: talkFields, sponsor: sponsorFields, user: userFields, survey: surveyFields }

test.each(Object.entries(objects))('the form of a new %s sends what it shows', (_name, fields) => {
  // A form does not clear names.
  const object = {
    ...fields.initial,
    ...('firstName' in fields.initial ? { firstName: 'Ada', lastName: 'B' } : {}),
  }
  const changeable = Object.entries(object).filter(([name]) => name in fields.body)
  const sent = fieldBody(fields, fieldValues(fields, object), { isNew: false })
  expect(sent).toEqual(Object.fromEntries(changeable))
})

test('the columns of fields store switches as numbers, and lists and objects as JSON', () => {
  const { initial } = talkFields
  const row = { id: 'a', platformId: 'b', source: null, version: 1, createdAt: 2, updatedAt: 3 }
  const talk = { ...initial, ...row, keynote: true, tags: ['Web'], startAt: 4, endAt: 5, recordedAt: null }
  const stored = talks.encode(talk)
  expect(stored).toMatchObject({ keynote: 1, featured: 0, tags: '["Web"]', duration: 60, room: null })
  expect(stored.features).toBe(JSON.stringify(initial.features))
  expect(talks.decode(stored)).toEqual(talk)
})

test('a change sets only attributes that requests can set', () => {
  const user = { ...userFields.initial, city: 'Paris' }
  const sent = {
    role: 'owner',
    firstName: 'Ada',
    tags: ['Web', 'Web'],
    socials: { linkedin: 'https://a.example' },
  }
  expect(userFields.merge(user, sent)).toEqual({
    ...user,
    firstName: 'Ada',
    tags: ['Web'],
    socials: { facebook: null, linkedin: 'https://a.example', twitter: null, youtube: null },
  })
})

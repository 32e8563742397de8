// Imports of a programme: items of a request, and functions that send it.
import { expect } from 'vitest'
import type { Answer } from './api.ts'
import { person, sponsor, survey, talk } from './bodies.ts'
import { readRows } from './rows.ts'
import type { Tenant } from './scenarios.ts'

export const importedPerson = (name: string, more: object = {}) => ({
  ...person(name),
  externalId: name,
  ...more,
})
export const importedTalk = (name: string, more: object = {}) => ({
  ...talk({ title: name, speakers: [person('p1')] }),
  externalId: name,
  ...more,
})
export const importedSponsor = (name: string, more: object = {}) => ({
  ...sponsor({ name }),
  externalId: name,
  ...more,
})
export const importedSurvey = (name: string, more: object = {}) => ({
  ...survey({ title: name }),
  externalId: name,
  ...more,
})
export const createMany = (count: number, createItem: (name: string) => object, prefix = 'x') =>
  Array.from({ length: count }, (_, i) => createItem(`${prefix}${i}`))

type Body = { source?: string | undefined; [name: string]: unknown }
export const sendProgramme = (tenant: Tenant, body: Body, query = '') =>
  tenant.send('PUT', `/programme${query}`, { body: { source: 'crm', ...body } })
export const importProgramme = async (tenant: Tenant, body: Body, query = ''): Promise<Answer['body']> => {
  const answer = await sendProgramme(tenant, body, query)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
export const counts = (talks: number, sponsors: number, people: number, surveys = 0) => ({
  talks,
  sponsors,
  people,
  surveys,
})
export const zeroCounts = counts(0, 0, 0)
export const emailsIn = (list: { email: string }[]) => list.map(({ email }) => email)
export const readExternalIds = async (tenant: Tenant, table: 'talks' | 'sponsors' | 'users' | 'surveys') =>
  (await readRows(tenant, table)).map((row) => row.external_id).toSorted()

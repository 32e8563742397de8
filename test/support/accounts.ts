// Accounts for tests: creating them through the API, setting their roles, and their expected content.
import { expect } from 'vitest'
import { changeRole } from '../../src/features/people/roles.ts'
import type { Role } from '../../src/kernel/schema/roles.ts'
import { get, type Tenant } from './scenarios.ts'

/** A UUIDv7, for `toEqual`. */
export const ID = expect.stringMatching(
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
)
/** A password that meets the default rule. */
export const PASSWORD = expect.stringMatching(/^(?=.*[a-z])(?=.*[A-Z])[a-zA-Z2-9]{20}$/)
const NOW = '2027-03-01T12:00:00.000Z'

/** Creates an account and returns its id. */
export async function createUser(tenant: Tenant, body: object): Promise<string> {
  const answer = await tenant.send('POST', '/users', { body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id
}

/** Creates an account with a role that only the Back Office can set. */
export async function createUserWithRole(tenant: Tenant, role: Role, body: object): Promise<string> {
  const id = await createUser(tenant, body)
  await changeRole(tenant.api.installation, tenant.caller, { id, role })
  return id
}

/** The e-mails of all accounts, sorted. */
export const listEmails = async (tenant: Tenant) =>
  (await get(tenant, '/users')).items.map(({ email }: { email: string }) => email).sort()

/** The problems of a body without these attributes. */
export const requiredProblems = (...names: string[]) =>
  names.map((name) => ({ pointer: `/${name}`, code: 'required', message: 'is required' }))

/** Every attribute of a person, as sent and as returned. */
export const fullUser = {
  externalId: 'crm-1',
  email: 'ada@example.org',
  firstName: 'Ada',
  lastName: 'Sample',
  username: 'ada',
  avatar: 'https://static.example.org/ada.jpg',
  description: 'Counts.',
  job: 'Engineer',
  company: 'Example Ltd',
  tags: ['Web', 'Accessibility'],
  timezone: 'Europe/Paris',
  country: 'France',
  city: 'Lyon',
  status: 'Looking for a job',
  website: 'https://ada.example.org/',
  socials: {
    facebook: 'https://facebook.example.org/ada',
    linkedin: 'https://linkedin.example.org/ada',
    twitter: 'https://twitter.example.org/ada',
    youtube: 'https://youtube.example.org/ada',
  },
}

/** An attendee created with only the required attributes, as returned. */
export const minimalUser = {
  id: ID,
  externalId: null,
  email: 'ada@example.org',
  username: expect.stringMatching(/^sample\.ada#\d{4}$/),
  role: 'attendee',
  registrationStatus: 'in_review',
  waitlisted: false,
  answers: {},
  firstName: 'Ada',
  lastName: 'Sample',
  avatar: null,
  description: null,
  job: null,
  company: null,
  tags: [],
  timezone: null,
  country: null,
  city: null,
  status: null,
  website: null,
  socials: { facebook: null, linkedin: null, twitter: null, youtube: null },
  options: { highlight: false },
  version: 1,
  createdAt: NOW,
  updatedAt: NOW,
}

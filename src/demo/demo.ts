// The demo content of a first start: a fictional conference, created with the same operations as through the API.
import { createApiKey, listKeys, rotateApiKey } from '../features/api-keys/api-keys.ts'
import { saveEncodedPictureCommand } from '../features/files/files.ts'
import type { EncodedPictures } from '../features/files/pictures.ts'
import type { FileServices } from '../features/files/services.ts'
import { reviewRegistration } from '../features/people/registrations/registrations.ts'
import { changeRole } from '../features/people/roles.ts'
import { someOwners, userObjects } from '../features/people/store.ts'
import { createOwner, saveUser } from '../features/people/users.ts'
import { changeSettings } from '../features/platforms/platforms.ts'
import type { PlatformRow } from '../features/platforms/tables.ts'
import { saveSponsor } from '../features/sponsors/sponsors.ts'
import { saveTalk } from '../features/talks/talks.ts'
import { executeCommand } from '../kernel/changes/commands.ts'
import { Refusal } from '../kernel/changes/errors.ts'
import type { Caller, Services } from '../kernel/changes/services.ts'
import { systemCaller } from '../kernel/changes/services.ts'
import { firstDay } from './first-day.ts'
import { seedLiveTalk } from './live-talk.ts'
import { admins, emailOf, type PersonKey, people } from './people.ts'
import { type DemoPerson, profileOf } from './person.ts'
import { readFace, readLogo } from './pictures.ts'
import { seedRecordings } from './recordings.ts'
import { secondDay } from './second-day.ts'
import { bodyOf as sponsorBody, sponsors } from './sponsors.ts'
import { bodyOf as talkBody } from './talk.ts'
import { createTimetable } from './timetable.ts'
import { type DemoVisitor, visitors } from './visitors.ts'

const TIMEZONE = 'Europe/Brussels'
const EVENT = {
  name: 'Handiwork',
  tagline: 'Two days for people who make things, and for those who make people welcome.',
  venue: 'Old Weaving Mill, Ghent',
  timezone: TIMEZONE,
}
const KEY_NAME = 'Demo'
const OWNER_ID = 'demo-owner'
const OWNER_EMAIL = 'owner@example.org'
/** Number of objects saved at the same time. */
const AT_ONCE = 8
const MAX_ATTEMPTS = 5

type DemoServices = Omit<FileServices, 'pictures'> & { secret: Buffer }
type Report = (text: string) => void
/** The credentials of the demo, which are shown only once. */
export type DemoAccess = { owner: { email: string; password: string }; apiKey: string }

/**
 * Fills a platform that has no owner yet. Returns undefined if it has one, or if another node that started at the same
 * time created it first and shows the credentials. All objects have their own identifiers, and the owner is created
 * after them, so the next call completes a seeding that was interrupted before that.
 */
export async function seedDemo(
  services: DemoServices,
  platform: PlatformRow,
  onProgress: Report = () => {},
): Promise<DemoAccess | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await seedMissing(services, platform, onProgress)
    } catch (error) {
      // Another node has just created the same object.
      if (!(error instanceof Refusal) || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

async function seedMissing(
  services: DemoServices,
  platform: PlatformRow,
  onProgress: Report,
): Promise<DemoAccess | undefined> {
  const owners = await services.store.read(someOwners({ platformId: platform.id }))
  if (owners.length > 0) return undefined
  const configured = await changeSettings(services, systemCaller(platform), EVENT)
  const caller = systemCaller(configured)
  await seedAccounts(services, caller, onProgress)
  await seedTalks(services, caller, onProgress)
  await seedRecordings(services, caller)
  await seedSponsors(services, caller, onProgress)
  await seedLiveTalk(services, caller, configured)
  onProgress('owner and API key')
  const owner = await seedOwner(services, caller)
  if (!owner) return undefined
  const apiKey = await freshKey(services, caller)
  return { owner, apiKey }
}

type Account = {
  key: string
  email: string
  person: DemoPerson
  picture?: PersonKey
  complete(id: string): Promise<unknown>
}

async function seedAccounts(services: DemoServices, caller: Caller, onProgress: Report): Promise<void> {
  const speakers = (Object.keys(people) as PersonKey[]).map((key) => ({
    key,
    email: emailOf(key),
    person: people[key],
    picture: key,
    complete: async (id: string) => {
      if (admins.includes(key)) await changeRole(services, caller, { id, role: 'admin' })
    },
  }))
  const guests = Object.entries<DemoVisitor>(visitors).map(([key, person]) => ({
    key,
    email: `${key}@visitors.example.net`,
    person,
    complete: async (id: string) => {
      const { registration: status } = person
      if (status !== 'in_review') await reviewRegistration(services, caller, { id, status })
    },
  }))
  const saveAs = (type: 'Speaker' | 'Attendee') => async (account: Account) => {
    const { response } = await saveUser(services, caller, `ext:demo-${account.key}`, {
      ...profileOf(account.person),
      email: account.email,
      avatar: account.picture ? await savePicture(services, caller, readFace(account.picture)) : null,
      type,
      ...(account.person.isHighlighted ? { options: { highlight: true } } : {}),
    })
    await account.complete(response.id)
  }
  await inBatches(speakers, saveAs('Speaker'), (done) => onProgress(`people ${done}/${speakers.length}`))
  await inBatches(guests, saveAs('Attendee'), (done) => onProgress(`visitors ${done}/${guests.length}`))
}

async function seedTalks(services: DemoServices, caller: Caller, onProgress: Report): Promise<void> {
  const startOf = createTimetable(services.clock.now(), TIMEZONE)
  const talks = [
    ...firstDay.map((talk) => ({ key: talk.key, body: talkBody(talk, 1, startOf) })),
    ...secondDay.map((talk) => ({ key: talk.key, body: talkBody(talk, 2, startOf) })),
  ]
  await inBatches(
    talks,
    ({ key, body }) => saveTalk(services, caller, `ext:demo-${key}`, body),
    (done) => onProgress(`talks ${done}/${talks.length}`),
  )
}

const seedSponsors = (services: DemoServices, caller: Caller, onProgress: Report) =>
  inBatches(
    sponsors,
    async (sponsor) => {
      const logo = await savePicture(services, caller, readLogo(sponsor.key))
      return saveSponsor(services, caller, `ext:demo-${sponsor.key}`, sponsorBody(sponsor, logo))
    },
    (done) => onProgress(`sponsors ${done}/${sponsors.length}`),
  )

/** The path of a face or a logo. It is stored once, however often the first start is interrupted. */
async function savePicture(
  services: DemoServices,
  caller: Caller,
  picture: EncodedPictures,
): Promise<string> {
  const command = saveEncodedPictureCommand(services, caller, picture)
  return (await executeCommand(services, caller, command)).response.path
}

/**
 * The e-mail of the demo owner, if they still have the generated password, which is lost if a start ended before
 * showing it.
 */
export async function newOwnerEmail({ store }: Services, platform: PlatformRow): Promise<string | undefined> {
  const owner = await store.read(
    userObjects.find({ platformId: platform.id, by: 'external_id', value: OWNER_ID }),
  )
  return owner?.passwordMustChange ? owner.email : undefined
}

/** Creates an API key, or rotates the key of an interrupted seeding, because nobody has seen its secret. */
async function freshKey(services: DemoServices, caller: Caller): Promise<string> {
  const keys = await listKeys(services, caller)
  const unseen = keys.find((key) => key.name === KEY_NAME && key.revokedAt === null)
  const { key } = unseen
    ? await rotateApiKey(services, caller, { id: unseen.id, graceMs: 0 })
    : await createApiKey(services, caller, { name: KEY_NAME, level: 'standard' })
  return key
}

async function seedOwner(services: DemoServices, caller: Caller): Promise<DemoAccess['owner'] | undefined> {
  const saved = await createOwner(services, caller, {
    externalId: OWNER_ID,
    email: OWNER_EMAIL,
    firstName: 'Maren',
    lastName: 'Oosterakande',
    job: 'Owner',
    company: 'Handiwork',
    description: 'Rents the hall, signs the contracts, and sits in the last row.',
    timezone: TIMEZONE,
    city: 'Ghent',
    country: 'Belgium',
    status: 'Employed',
  })
  return saved.isCreated ? { email: OWNER_EMAIL, password: saved.response.password } : undefined
}

async function inBatches<T>(
  items: readonly T[],
  save: (item: T) => Promise<unknown>,
  onSaved: (done: number) => void,
): Promise<void> {
  for (let start = 0; start < items.length; start += AT_ONCE) {
    const batch = items.slice(start, start + AT_ONCE)
    await Promise.all(batch.map(save))
    onSaved(start + batch.length)
  }
}

// Sessions, passkeys, and identities in what a person downloads about themselves.
import { formatInstant } from '../../kernel/lib/time/instants.ts'
import type { PersonalData } from '../people/personal-data.ts'
import { identitiesOf } from './identities-store.ts'
import { passkeysOf } from './passkeys/passkeys-store.ts'
import { sessionsOf } from './sessions/sessions-store.ts'
import type { IdentityRow, PasskeyRow, SessionRow } from './tables.ts'

export const ownAccessData: PersonalData = async ({ store }, { user }) => ({
  sessions: (await store.read(sessionsOf({ userId: user.id }))).map(presentSession),
  passkeys: (await store.read(passkeysOf({ userId: user.id }))).map(presentPasskey),
  identities: (await store.read(identitiesOf({ userId: user.id }))).map(presentIdentity),
})

const presentSession = ({ address, agent, createdAt, seenAt }: SessionRow) => ({
  address,
  agent,
  startedAt: formatInstant(createdAt),
  lastSeenAt: formatInstant(seenAt),
})

const presentPasskey = ({ name, createdAt, usedAt }: PasskeyRow) => ({
  name,
  addedAt: formatInstant(createdAt),
  lastUsedAt: usedAt === null ? null : formatInstant(usedAt),
})

const presentIdentity = ({ issuer, subject, email, createdAt, usedAt }: IdentityRow) => ({
  issuer,
  subject,
  email,
  addedAt: formatInstant(createdAt),
  lastUsedAt: formatInstant(usedAt),
})

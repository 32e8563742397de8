// All migrations by name, in order. A shipped migration is never edited.
import type { Migration } from 'kysely'
import type { Dialect } from '../sql/statements.ts'
import { provedEmails } from './0002-proved-emails.ts'
import { optionalTypes } from './0003-optional-types.ts'
import { secretCheck } from './0004-secret-check.ts'
import { externalIdsOfEvents } from './0005-external-ids-of-events.ts'
import { importedValues } from './0006-imported-values.ts'
import { streamKeys } from './0007-stream-keys.ts'
import { stagePeople } from './0008-stage-people.ts'
import { replays } from './0009-replays.ts'
import { recordings } from './0010-recordings.ts'
import { keptCaptions } from './0011-kept-captions.ts'
import { registrations } from './0012-registrations.ts'
import { messages } from './0013-messages.ts'
import { trackAges } from './0014-track-ages.ts'
import { startsOfTags } from './0015-starts-of-tags.ts'
import { baseline } from './baseline/index.ts'

export const migrationsOf = (dialect: Dialect): Record<string, Migration> => ({
  '0001-baseline': baseline(dialect),
  '0002-proved-emails': provedEmails(dialect),
  '0003-optional-types': optionalTypes(dialect),
  '0004-secret-check': secretCheck(dialect),
  '0005-external-ids-of-events': externalIdsOfEvents(dialect),
  '0006-imported-values': importedValues(dialect),
  '0007-stream-keys': streamKeys(dialect),
  '0008-stage-people': stagePeople(dialect),
  '0009-replays': replays(dialect),
  '0010-recordings': recordings(dialect),
  '0011-kept-captions': keptCaptions(dialect),
  '0012-registrations': registrations(dialect),
  '0013-messages': messages(dialect),
  '0014-track-ages': trackAges(dialect),
  '0015-starts-of-tags': startsOfTags(dialect),
})

/** The first migration of stores that were created before the first release. */
const BEFORE_RELEASE = '0001-programme'

/**
 * Says why a store with a migration unknown to this version cannot be used. Continues a sentence that starts with “The
 * store”.
 */
export const whyUnusable = (unknownMigration: string): string =>
  unknownMigration === BEFORE_RELEASE
    ? 'was made by a version before 0.1 and cannot be migrated. It is unchanged. Use an empty one, or the version that made it.'
    : 'was made by a newer version of Lectern.'

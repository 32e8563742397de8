// The first migration: the schema of the first release, one file for each subject.
import type { Migration } from 'kysely'
import type { Dialect } from '../../sql/statements.ts'
import { migration, statementsIn } from '../migration.ts'
import { access } from './access.ts'
import { attendance } from './attendance.ts'
import { changes } from './changes.ts'
import { chat } from './chat.ts'
import { emails } from './emails.ts'
import { favorites } from './favorites.ts'
import { files } from './files.ts'
import { imports } from './imports.ts'
import { office } from './office.ts'
import { people } from './people.ts'
import { platforms } from './platforms.ts'
import { programme } from './programme.ts'
import { questions } from './questions.ts'
import { search } from './search.ts'
import { sponsors } from './sponsors.ts'
import { surveys } from './surveys.ts'
import { webhooks } from './webhooks.ts'

// A table follows the tables that it references.
const subjects = [
  ...[platforms, people, access, programme, sponsors, favorites, files, imports],
  ...[changes, webhooks, office, emails, chat, questions, surveys, attendance],
]

export function baseline(dialect: Dialect): Migration {
  const up = [...subjects.flatMap(statementsIn), ...search(dialect)]
  const tables = up.flatMap((statement) => /create (?:virtual )?table (\w+)/.exec(statement)?.[1] ?? [])
  return migration(dialect, { up, down: tables.toReversed().map((table) => `drop table ${table}`) })
}

// `lectern backup FILE`: makes a consistent copy of the SQLite store while the server runs.
import { access, chmod, open, rename, rm } from 'node:fs/promises'
import { backup, DatabaseSync } from 'node:sqlite'
import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { storeLocation } from '../context.ts'
import { print } from './session.ts'

export function addBackupCommand(program: Command): void {
  program
    .command('backup')
    .description('copy the SQLite store to a file while the server runs')
    .argument('<file>', 'path of the copy; an existing file is replaced once the copy is complete')
    .option('--json', 'print one JSON line', false)
    .action(async (file: string, { json }: { json: boolean }) => {
      const { config, secrets } = readConfig(process.env)
      const location = storeLocation(config, secrets)
      if (location.dialect !== 'sqlite') throw new RangeError('For PostgreSQL, use pg_dump.')
      const pages = await copy(location.path, file)
      print(json, { file, pages }, [`Copied ${pages} pages to ${file}.`])
    })
}

/** Copies to a temporary name first, so that an interrupted copy is never mistaken for a complete one. */
async function copy(from: string, to: string): Promise<number> {
  const draft = `${to}.part`
  await access(from)
  try {
    // It contains password hashes, so only the owner may read it from the start.
    await (await open(draft, 'w', 0o600)).close()
    await chmod(draft, 0o600)
    const pages = await copyPages(from, draft)
    await rename(draft, to)
    return pages
  } finally {
    await rm(draft, { force: true })
  }
}

async function copyPages(from: string, to: string): Promise<number> {
  const db = new DatabaseSync(from, { readOnly: true })
  try {
    return await backup(db, to)
  } finally {
    db.close()
  }
}

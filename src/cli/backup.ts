// `lectern backup FILE`: a consistent copy of the SQLite store while the server runs.
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
    .argument('<file>', 'where the copy goes; an existing file is replaced when the copy is whole')
    .option('--json', 'print one JSON line', false)
    .action(async (file: string, { json }: { json: boolean }) => {
      const { config, secrets } = readConfig(process.env)
      const location = storeLocation(config, secrets)
      if (location.dialect !== 'sqlite') throw new RangeError('For PostgreSQL, use pg_dump.')
      const pages = await copy(location.path, file)
      print(json, { file, pages }, [`Copied ${pages} pages to ${file}.`])
    })
}

/** Under another name first, so that a copy that is cut off never stands under the name of a whole one. */
async function copy(from: string, to: string): Promise<number> {
  const draft = `${to}.part`
  await access(from)
  try {
    // Passwords' hashes stand in it: for the owner's eyes only, from the first byte.
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

// `lectern migrate`: migrates the store to the latest or any other version.
import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import { storeLocation } from '../app/context.ts'
import { readConfig } from '../config.ts'
import { assertNotInUse } from '../kernel/store/in-use.ts'
import { migrate, wouldUndo } from '../kernel/store/migrations/migrate.ts'
import { print } from './session.ts'

type Options = { to?: string; down: boolean; yes: boolean; json: boolean }

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('migrate the store to the latest version (the server does this when it starts)')
    .option('--to <migration>', 'migrate up or down to this migration')
    .option('--down', 'undo all migrations, which deletes all data', false)
    .option('--yes', 'delete data without asking', false)
    .option('--json', 'print one JSON line', false)
    .action(async ({ to, down, yes, json }: Options) => {
      const { config, secrets } = readConfig(process.env)
      const location = storeLocation(config, secrets)
      const target = down ? '' : to
      if (target !== undefined && (await wouldUndo(location, target))) {
        await assertNotInUse(location)
        if (!yes) await confirm()
      }
      const steps = await migrate(location, target)
      const lines = steps.map(({ name, direction }) => `${direction === 'Up' ? 'applied' : 'undone'} ${name}`)
      print(json, steps, lines.length > 0 ? lines : ['The store is already at this version.'])
    })
}

/** Throws a RangeError unless someone at a terminal confirms. */
async function confirm(): Promise<void> {
  const warning = 'Undoing migrations deletes data.'
  if (!process.stdin.isTTY) throw new RangeError(`${warning} Make a backup, then confirm with --yes.`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${warning} Type “delete” to continue: `)
  terminal.close()
  if (answer.trim() !== 'delete') throw new RangeError('Nothing was changed.')
}

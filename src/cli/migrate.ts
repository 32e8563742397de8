// `lectern migrate`: migrates the store to the latest or any other version.
import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { storeLocation } from '../context.ts'
import { migrate } from '../store/migrations/migrate.ts'
import { print } from './session.ts'

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('migrate the store to the latest version (the server does this when it starts)')
    .option('--to <migration>', 'migrate up or down to this migration')
    .option('--down', 'undo all migrations, which deletes all data', false)
    .option('--json', 'print one JSON line', false)
    .action(async ({ to, down, json }: { to?: string; down: boolean; json: boolean }) => {
      const { config, secrets } = readConfig(process.env)
      const steps = await migrate(storeLocation(config, secrets), down ? '' : to)
      const lines = steps.map(({ name, direction }) => `${direction === 'Up' ? 'applied' : 'undone'} ${name}`)
      print(json, steps, lines.length > 0 ? lines : ['The store is already at this version.'])
    })
}

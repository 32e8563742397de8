// `lectern secret replace`: makes the store work with another secret, after its own is lost or has leaked.
import type { Command } from 'commander'
import { storeLocation } from '../app/context.ts'
import { openStore } from '../app/open-store.ts'
import { readConfig } from '../config.ts'
import { replaceSecret } from '../features/platforms/secret.ts'
import { assertNotInUse } from '../kernel/store/in-use.ts'
import { print } from './session.ts'

export function addSecretCommand(program: Command): void {
  program
    .command('secret')
    .description('manage the secret of the installation')
    .command('replace')
    .description('use LECTERN_SECRET, or a generated secret, instead of the one that the store works with')
    .option('--yes', 'confirm that everything made with the old secret stops working', false)
    .option('--json', 'print one JSON line', false)
    .action(async ({ yes, json }: { yes: boolean; json: boolean }) => {
      const { config, secrets } = readConfig(process.env)
      const location = storeLocation(config, secrets)
      await assertNotInUse(location)
      if (!yes)
        throw new RangeError(
          'API keys, sessions, links, and encrypted secrets stop working. Confirm with --yes.',
        )
      const store = await openStore(location)
      try {
        await replaceSecret(store, secrets.secret)
      } finally {
        await store.close()
      }
      const source = secrets.secret === undefined ? 'a generated secret' : 'LECTERN_SECRET'
      print(json, { replaced: true }, [
        `The store works with ${source} from now on. docs/operations.md says what has to be made again.`,
      ])
    })
}

// `lectern restore FILE`: puts a backup of the SQLite store in place of the current one.
import { type Command, InvalidArgumentError } from 'commander'
import { openFiles, storeLocation } from '../app/context.ts'
import { type Config, readConfig, type Secrets } from '../config.ts'
import { filesOf, restoreContinuous, restoreFile } from '../features/backup/replacing.ts'
import { type ObjectStorage, openObjectStorage } from '../kernel/outbound/object-storage.ts'
import { print } from './session.ts'

export function addRestoreCommand(program: Command): void {
  program
    .command('restore')
    .description('replace the SQLite store by a backup; the current one is kept beside it')
    .argument(
      '[file]',
      'a file made by lectern backup; without it, the continuous backup at LECTERN_BACKUP_URL',
    )
    .option('--at <time>', 'restore the continuous backup as it was at this time', timeOf)
    .option('--json', 'print one JSON line', false)
    .action(async (file: string | undefined, { at, json }: { at?: number; json: boolean }) => {
      const { config, secrets } = readConfig(process.env)
      const location = storeLocation(config, secrets)
      if (location.dialect !== 'sqlite') throw new RangeError('For PostgreSQL, see docs/operations.md.')
      const files = openFiles(config, secrets)
      const { kept, asOfMs, missing } =
        file === undefined
          ? await restoreContinuous(storageOf(config, secrets), { path: location.path, files, atMs: at })
          : {
              ...(await restoreFile(file, { path: location.path, files, from: filesOf(file) })),
              asOfMs: undefined,
            }
      const asOf = asOfMs === undefined ? null : new Date(asOfMs).toISOString()
      const lines = [
        `Restored ${location.path}${asOf ? ` as of ${asOf}` : ''}.`,
        ...(kept ? [`The previous store is ${kept}.`] : []),
        ...(missing > 0 ? [`${missing} of its files are neither in the backup nor on the server.`] : []),
      ]
      print(json, { file: location.path, previous: kept ?? null, asOf, missingFiles: missing }, lines)
    })
}

function storageOf({ backupUrl }: Config, { s3Credentials: credentials }: Secrets): ObjectStorage {
  if (backupUrl === undefined) throw new RangeError('Name a file, or set LECTERN_BACKUP_URL.')
  return openObjectStorage(backupUrl, { setting: 'LECTERN_BACKUP_URL', credentials })
}

function timeOf(text: string): number {
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw new InvalidArgumentError('Use a time such as 2027-05-20T09:30:00Z.')
  return time
}

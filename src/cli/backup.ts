// `lectern backup FILE`: makes a consistent copy of the SQLite store while the server runs.
import type { Command } from 'commander'
import { localFilesUrl, storeLocation } from '../app/context.ts'
import { readConfig } from '../config.ts'
import { copy, copyWithFiles, filesBeside } from '../features/backup/copying.ts'
import { print } from './session.ts'

export function addBackupCommand(program: Command): void {
  program
    .command('backup')
    .description(
      'copy the SQLite store to a file, and the uploaded files to a folder beside it, while the server runs',
    )
    .argument('<file>', 'path of the copy; an existing file is replaced once the copy is complete')
    .option('--json', 'print one JSON line', false)
    .action(async (file: string, { json }: { json: boolean }) => {
      const { config, secrets } = readConfig(process.env)
      const location = storeLocation(config, secrets)
      if (location.dialect !== 'sqlite') throw new RangeError('For PostgreSQL, use pg_dump or pg_basebackup.')
      const filesUrl = localFilesUrl(config)
      const { pages, files } = filesUrl
        ? await copyWithFiles({ path: location.path, filesUrl }, file)
        : { pages: await copy(location.path, file), files: null }
      print(json, { file, pages, files }, [
        `Copied ${pages} pages to ${file}${files === null ? '' : `, and its files to ${filesBeside(file)}`}.`,
        ...(files === null ? ['The uploaded files are in the storage at LECTERN_FILES_URL.'] : []),
      ])
    })
}

// `npm start`: builds what changed, then serves with demo content.
import { pathToFileURL } from 'node:url'
import { buildIfChanged, ENTRY } from './builder.ts'
import { endWithNpm } from './parent.ts'

if (await buildIfChanged()) {
  endWithNpm()
  process.env.LECTERN_DEMO ??= '1'
  process.argv.push('serve')
  await import(pathToFileURL(ENTRY).href)
} else process.exitCode = 1

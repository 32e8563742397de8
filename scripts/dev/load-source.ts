// Preloaded by the development server and by tests: runs src/ without a build. Node strips types from .ts but cannot load
// .tsx.
import { readFileSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

// Loaded with the first .tsx, because threads preload this too, and most need none.
const load = createRequire(import.meta.url)
const transformer = (): typeof import('rolldown/utils') => load('rolldown/utils')

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('.tsx')) return nextLoad(url, context)
    return { format: 'module', source: compile(fileURLToPath(url)), shortCircuit: true }
  },
})

function compile(path: string): string {
  const { code, map, errors } = transformer().transformSync(path, readFileSync(path, 'utf8'), {
    jsx: { runtime: 'automatic', importSource: 'preact' },
    typescript: { onlyRemoveTypeImports: true },
    sourcemap: true,
    tsconfig: false,
  })
  const [error] = errors
  if (error) {
    // An exception would add the stack of this loader.
    process.stderr.write(`${stripVTControlCharacters(error.message)}\n`)
    process.exit(1)
  }
  const encoded = Buffer.from(JSON.stringify(map)).toString('base64')
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${encoded}\n`
}

// If the development command is killed, the server must not stay behind.
process.once('disconnect', () => process.exit())

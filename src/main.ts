#!/usr/bin/env node
// The entry point: one clear line on a Node that is too old, else the command line.
const OLDEST = [24, 7] as const

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  process.stderr.write(
    `Lectern needs Node ${OLDEST.join('.')} or newer; this is ${process.versions.node}. ` +
      'In a checkout, “npm ci” brings the right one: use “npm start” or “npx lectern”.\n',
  )
  process.exitCode = 1
} else {
  const { runCommandLine } = await import('./cli/program.ts')
  await runCommandLine(process.argv)
}

export {}

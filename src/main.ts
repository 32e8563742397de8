#!/usr/bin/env node
// The entry point: prints one clear line if Node is too old, otherwise runs the command line.
const MIN_NODE_VERSION = [24, 7] as const

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < MIN_NODE_VERSION[0] || (major === MIN_NODE_VERSION[0] && minor < MIN_NODE_VERSION[1])) {
  process.stderr.write(
    `Lectern needs Node ${MIN_NODE_VERSION.join('.')} or newer; this is ${process.versions.node}. ` +
      'The package brings the right version: use “npx lectern”, or “npm start” in a checkout.\n',
  )
  process.exitCode = 1
} else {
  const { runCommandLine } = await import('./cli/program.ts')
  await runCommandLine(process.argv)
}

export {}

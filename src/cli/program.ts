// The command line: `lectern <command>`.
import { Command } from 'commander'
import { ConfigError } from '../config.ts'
import { Refusal } from '../domain/errors.ts'
import { StoreUnavailable } from '../store/engine.ts'
import { version } from '../version.ts'
import { addBackupCommand } from './backup.ts'
import { addKeyCommands } from './key.ts'
import { addMigrateCommand } from './migrate.ts'
import { addOpenApiCommand } from './openapi.ts'
import { addPlatformCommands } from './platform.ts'
import { addPushCommand } from './push.ts'
import { addServeCommand } from './serve.ts'

/** Runs one command; what goes wrong for a known reason ends in one line and exit code 1. */
export async function runCommandLine(argv: readonly string[]): Promise<void> {
  const program = new Command('lectern')
    .description('A self-hosted event platform that other systems drive through an HTTPS JSON API.')
    .version(version)
  addServeCommand(program)
  addMigrateCommand(program)
  addPlatformCommands(program)
  addKeyCommands(program)
  addPushCommand(program)
  addBackupCommand(program)
  addOpenApiCommand(program)
  try {
    await program.parseAsync([...argv])
  } catch (error) {
    if (!isKnown(error)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

const isKnown = (error: unknown): error is Error =>
  error instanceof ConfigError ||
  error instanceof Refusal ||
  error instanceof StoreUnavailable ||
  error instanceof RangeError ||
  (error instanceof Error && 'code' in error && PORT_ERRORS.has(String(error.code)))

// The port cannot be taken: the message of Node says which and why.
const PORT_ERRORS = new Set(['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'])

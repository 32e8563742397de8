// The command line: `lectern <command>`.
import { Command } from 'commander'
import { ConfigError } from '../config.ts'
import { SecretError } from '../features/platforms/secret-error.ts'
import { Refusal } from '../kernel/changes/errors.ts'
import { S3Error } from '../kernel/outbound/s3-errors.ts'
import { StoreUnavailable } from '../kernel/store/store.ts'
import { version } from '../version.ts'
import { describeUnavailable } from './start.ts'

// Commands are loaded on demand, because loading the server's libraries would slow down all others.
const commands: Record<string, () => Promise<(program: Command) => void>> = {
  serve: async () => (await import('./serve.ts')).addServeCommand,
  migrate: async () => (await import('./migrate.ts')).addMigrateCommand,
  platform: async () => (await import('./platform.ts')).addPlatformCommands,
  key: async () => (await import('./key.ts')).addKeyCommands,
  user: async () => (await import('./user.ts')).addUserCommands,
  secret: async () => (await import('./secret.ts')).addSecretCommand,
  push: async () => (await import('../features/import/push.ts')).addPushCommand,
  backup: async () => (await import('./backup.ts')).addBackupCommand,
  restore: async () => (await import('./restore.ts')).addRestoreCommand,
  openapi: async () => (await import('./openapi.ts')).addOpenApiCommand,
}

/** Runs one command. An expected error prints one line and sets exit code 1. */
export async function runCommandLine(argv: readonly string[]): Promise<void> {
  const program = new Command('lectern')
    .description('A self-hosted event platform with an HTTPS JSON API.')
    .version(version)
  const asked = Object.entries(commands).filter(([name]) => name === argv[2])
  // Help and suggestions for unknown commands need all commands.
  for (const [, load] of asked.length > 0 ? asked : Object.entries(commands)) (await load())(program)
  // A reader that closes the pipe, such as head, ends the command without an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
  try {
    await program.parseAsync([...argv])
  } catch (error) {
    if (!isKnown(error)) throw error
    const line = error instanceof StoreUnavailable ? describeUnavailable(error) : error.message
    process.stderr.write(`${line}\n`)
    process.exitCode = 1
  }
}

const isKnown = (error: unknown): error is Error =>
  error instanceof ConfigError ||
  error instanceof Refusal ||
  error instanceof SecretError ||
  error instanceof StoreUnavailable ||
  error instanceof RangeError ||
  error instanceof S3Error ||
  // For system errors (a port, a file, a host name), Node's message says what failed and why.
  (error instanceof Error && 'syscall' in error)

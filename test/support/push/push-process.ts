// Runs `lectern push` again and again, because starting a process for each run takes longer than the run.
import { Command, CommanderError } from 'commander'
import { addPushCommand } from '../../../src/features/import/push.ts'
import type { Outcome, Run } from './run-push.ts'

process.on('message', async (run: Run) => {
  process.send?.(await runOnce(run))
})
// The tests have ended.
process.on('disconnect', () => process.exit())

async function runOnce({ folder, key, args }: Run): Promise<Outcome> {
  process.chdir(folder)
  process.env.LECTERN_KEY = key
  process.argv.splice(2, process.argv.length, 'push', ...args)
  process.exitCode = 0
  const printed = { stdout: capture(process.stdout), stderr: capture(process.stderr) }
  try {
    const program = new Command('lectern').exitOverride()
    addPushCommand(program)
    await program.parseAsync()
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    process.exitCode = error.exitCode
  }
  return { code: Number(process.exitCode), stdout: printed.stdout(), stderr: printed.stderr() }
}

/** Keeps what is written to a stream, until the returned function is called. */
function capture(stream: NodeJS.WriteStream): () => string {
  const { write } = stream
  let text = ''
  stream.write = (chunk: string | Uint8Array) => {
    text += chunk
    return true
  }
  return () => {
    stream.write = write
    return text
  }
}

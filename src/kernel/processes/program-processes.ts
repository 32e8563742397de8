// Starts processes for work on files that could crash them, so that a hostile file does not crash the server.
import { type ChildProcess, fork } from 'node:child_process'
import { workerModule } from '../lib/program-files.ts'

/** The part of the environment that such a process needs, without secrets. */
const ENVIRONMENT = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH']

/** Starts a module, by its path below src/ without the extension. It does not keep this process running. */
export function startProcess(module: string, execArgv: readonly string[] = []): ChildProcess {
  const names = ENVIRONMENT.filter((name) => process.env[name] !== undefined)
  const child = fork(workerModule(module), {
    env: Object.fromEntries(names.map((name) => [name, process.env[name]])),
    // Leaves out the server's own arguments, such as those for a debugger.
    execArgv: [...execArgv],
    // Keeps buffers as buffers.
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.unref()
  child.channel?.unref()
  return child
}

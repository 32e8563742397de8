// Runs `lectern push` as a separate process.

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export type Outcome = { code: number; stdout: string; stderr: string }

export const command = fileURLToPath(new URL('./command.ts', import.meta.url))

export function runPush(folder: string, key: string, args: string[]): Promise<Outcome> {
  const env = { ...process.env, LECTERN_KEY: key }
  return new Promise((resolve) => {
    execFile(process.execPath, [command, 'push', ...args], { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({
        code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1,
        stdout,
        stderr,
      }),
    )
  })
}

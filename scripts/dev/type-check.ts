// The type check of `npm run dev`: runs beside the server, because it takes longer than a restart.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { PROJECT, TSC } from '../builder.ts'
import { writeTextTypes } from '../text-types.ts'

let running: Promise<string> | undefined
let latest = 0

/** The compiler's errors, empty if there are none. Undefined if another check follows. */
export async function checkTypes(): Promise<string | undefined> {
  const id = ++latest
  await running
  if (id !== latest) return undefined
  try {
    writeTextTypes()
  } catch (error) {
    return `The texts cannot be read: ${error}`
  }
  running = text(spawn(process.execPath, [TSC, '--noEmit', '--pretty', 'false'], { cwd: PROJECT }).stdout)
  const errors = await running
  return id === latest ? errors.trim() : undefined
}

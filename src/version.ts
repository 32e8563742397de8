// The version of this installation, from package.json.
import { readFileSync } from 'node:fs'
import { programFile } from './kernel/lib/program-files.ts'

const { version: text } = JSON.parse(readFileSync(programFile('../package.json'), 'utf8')) as {
  version: string
}

export const version = text

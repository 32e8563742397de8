// The version of this installation, from package.json.
import { readFileSync } from 'node:fs'

const { version: text } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

export const version = text

// The pictures of the demo, which scripts/demo-pictures draws: faces and logos of people and companies that do not exist.
import { readdirSync, readFileSync } from 'node:fs'
import type { EncodedPicture, EncodedPictures } from '../../domain/files/pictures.ts'
import { programFile } from '../../lib/program-files.ts'
import type { PictureFormat } from '../../lib/web/file-paths.ts'
import type { PersonKey } from './people.ts'
import type { SponsorKey } from './sponsors.ts'

const FOLDER = programFile('cli/demo/pictures/')
/** `ilse-320x320.webp` */
const NAME = /^(.+)-(\d+)x(\d+)\.(webp|avif)$/

/** The face of a person, or the logo of a sponsor, in all its sizes. */
export function readPicture(key: PersonKey | SponsorKey): EncodedPictures {
  const pictures: EncodedPicture[] = readdirSync(FOLDER).flatMap((file) => {
    const [, name, width, height, format] = NAME.exec(file) ?? []
    if (name !== key) return []
    const size = { width: Number(width), height: Number(height) }
    return { size, format: format as PictureFormat, bytes: readFileSync(new URL(file, FOLDER)) }
  })
  const largest = pictures.map(({ size }) => size).sort((a, b) => b.width - a.width)[0]
  if (!largest) throw new Error(`The demo has no picture of ${key}.`)
  return { largest, pictures }
}

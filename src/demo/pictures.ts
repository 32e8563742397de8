// The pictures of the demo, which scripts/demo-pictures draws: faces and logos of people and companies that do not exist.
import { readFileSync } from 'node:fs'
import type { EncodedPictures } from '../features/files/pictures.ts'
import { programFile } from '../kernel/lib/program-files.ts'
import { type PictureFormat, type PictureSize, pictureFormats } from '../kernel/lib/web/file-paths.ts'
import { pictureSizes } from '../kernel/lib/web/picture-sizes.ts'
import type { PersonKey } from './people.ts'
import type { SponsorKey } from './sponsors.ts'

/** The largest sizes. */
export const FACE: PictureSize = { width: 320, height: 320 }
export const LOGO: PictureSize = { width: 800, height: 400 }

/** `ilse-320x320.webp` */
export const pictureFile = (key: string, { width, height }: PictureSize, format: PictureFormat): URL =>
  programFile(`demo/pictures/${key}-${width}x${height}.${format}`)

export const readFace = (key: PersonKey): EncodedPictures => readPicture(key, FACE)
export const readLogo = (key: SponsorKey): EncodedPictures => readPicture(key, LOGO)

function readPicture(key: string, largest: PictureSize): EncodedPictures {
  const pictures = pictureSizes(largest).flatMap((size) =>
    pictureFormats.map((format) => ({ size, format, bytes: readFileSync(pictureFile(key, size, format)) })),
  )
  return { largest, pictures }
}

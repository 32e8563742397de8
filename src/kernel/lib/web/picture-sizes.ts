// The sizes in which pictures are encoded, and the objects that a file consists of.
import { nameOfPath, type PictureSize, parsePicturePath, pictureFormats, pictureName } from './file-paths.ts'

/** Widths of the smaller sizes. The largest size has its own width. */
const SMALLER_WIDTHS = [320, 800]
/** Longest side of the largest size. */
export const MAX_PICTURE_SIDE = 1600

/** All sizes of a picture with this largest size, smallest first. */
export function pictureSizes(largest: PictureSize): PictureSize[] {
  const smaller = SMALLER_WIDTHS.filter((width) => width < largest.width)
  const heightOf = (width: number) => Math.max(1, Math.round((width * largest.height) / largest.width))
  return [...smaller.map((width) => ({ width, height: heightOf(width) })), largest]
}

/** The names of all objects of the file with this path. */
export function namesOfFile(path: string): string[] {
  const picture = parsePicturePath(path)
  if (!picture) return [nameOfPath(path)]
  const sizes = pictureSizes(picture.largest)
  return sizes.flatMap((size) => pictureFormats.map((format) => pictureName(picture.id, size, format)))
}

// The paths of files that Lectern serves. They contain everything that a page needs to know: /files/<id>-1600x900.webp
// for a picture, /files/<id>.pdf for a document.

const FOLDER = '/files/'
const ID = '([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})'
const SIZE = '-([1-9]\\d{0,3})x([1-9]\\d{0,3})'
const PICTURE = new RegExp(`^${FOLDER}${ID}${SIZE}\\.webp$`)
const DOCUMENT = new RegExp(`^${FOLDER}${ID}\\.pdf$`)
const NAME = new RegExp(`^${ID}(?:${SIZE}\\.(?:webp|avif)|\\.pdf)$`)

export const pictureFormats = ['avif', 'webp'] as const
export type PictureFormat = (typeof pictureFormats)[number]

export type PictureSize = { width: number; height: number }

/** The id of the file with this path; undefined for any other URL. */
export const fileIdOf = (url: string): string | undefined => (PICTURE.exec(url) ?? DOCUMENT.exec(url))?.[1]

export const isPicturePath = (url: string): boolean => PICTURE.test(url)
export const isDocumentPath = (url: string): boolean => DOCUMENT.test(url)

/** The id of the file that an object of the storage with this name belongs to; undefined for any other name. */
export const fileIdOfName = (name: string): string | undefined => NAME.exec(name)?.[1]

export const pathOfName = (name: string): string => `${FOLDER}${name}`
export const nameOfPath = (path: string): string => path.slice(FOLDER.length)

export const documentName = (id: string): string => `${id}.pdf`

export const pictureName = (id: string, { width, height }: PictureSize, format: PictureFormat): string =>
  `${id}-${width}x${height}.${format}`

/** The picture with this path; undefined for any other URL. */
export function parsePicturePath(url: string): { id: string; largest: PictureSize } | undefined {
  const [, id, width, height] = PICTURE.exec(url) ?? []
  if (id === undefined) return undefined
  return { id, largest: { width: Number(width), height: Number(height) } }
}

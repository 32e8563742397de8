// Pictures: uploaded ones in the best size and format, all others unchanged.

import {
  type PictureFormat,
  parsePicturePath,
  pathOfName,
  pictureName,
} from '../../kernel/lib/web/file-paths.ts'
import { pictureSizes } from '../../kernel/lib/web/picture-sizes.ts'

type PictureProps = {
  src: string
  /** Empty if the page has the same information in words. */
  alt?: string
  /** The width on the page (HTML, section 4.8.4.3.6), which determines the file. */
  sizes: string
  class?: string
  /** Whether it is visible as soon as the page opens. */
  isFirst?: boolean
}

export function Picture({ src, alt = '', sizes, class: className, isFirst = false }: PictureProps) {
  const uploaded = parsePicturePath(src)
  const shared = {
    ...(className ? { class: className } : {}),
    ...(isFirst ? {} : { loading: 'lazy' as const }),
    decoding: 'async' as const,
  }
  if (!uploaded) return <img src={src} alt={alt} {...shared} />
  const { id, largest } = uploaded
  const sources = (format: PictureFormat) =>
    pictureSizes(largest)
      .map((size) => `${pathOfName(pictureName(id, size, format))} ${size.width}w`)
      .join(', ')
  return (
    <picture>
      <source type="image/avif" srcset={sources('avif')} sizes={sizes} />
      <img src={src} alt={alt} {...shared} srcset={sources('webp')} sizes={sizes} {...largest} />
    </picture>
  )
}

/** The URL of the picture for a place with this width in pixels. */
export function smallPicture(url: string, width: number): string {
  const uploaded = parsePicturePath(url)
  const size = uploaded && pictureSizes(uploaded.largest).find((one) => one.width >= width)
  return uploaded && size ? pathOfName(pictureName(uploaded.id, size, 'webp')) : url
}

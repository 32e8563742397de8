// The reasons for refusing an uploaded file.
import { Refusal } from '../../kernel/changes/errors.ts'

const messages = {
  not_a_picture: 'is not a JPEG, PNG, WebP, GIF, AVIF, or SVG picture, or is damaged',
  heic_picture: 'is a HEIC picture, which most browsers cannot show. Save it as a JPEG',
  too_many_pixels: 'has more than 50 million pixels',
  too_complex: 'takes too much time or memory to decode',
  picture_too_large: 'is larger than 16 MiB',
  not_a_pdf: 'is not a PDF, or is damaged',
  ambiguous_pdf: 'is a PDF and something else at once',
  active_pdf: 'contains scripts, actions, or other files, or is encrypted',
} as const satisfies Record<string, string>
export type InvalidFile = keyof typeof messages

/** A 422 with the reason as the code of its only problem. */
export function invalidFile(reason: InvalidFile): Refusal {
  const message = messages[reason]
  return new Refusal('invalid_file', {
    message: `The file ${message}.`,
    errors: [{ pointer: '', code: reason, message }],
  })
}

// Uploaded files in responses.
import Type, { type Static } from 'typebox'
import { id, nullable } from '../../kernel/schema/common.ts'
import * as examples from '../../kernel/schema/examples.ts'

export const pictureTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/svg+xml',
] as const
export const DOCUMENT_TYPE = 'application/pdf'
/** For callers that do not know the type of a file. The server detects it from the bytes. */
export const ANY_TYPE = 'application/octet-stream'
export const fileTypes = [ANY_TYPE, ...pictureTypes, DOCUMENT_TYPE] as const

export const FileSaved = Type.Object(
  {
    code: Type.Literal('ok'),
    message: Type.String(),
    id: id(),
    path: Type.String({
      description:
        'Send it as `image`, `avatar`, `logo`, or `icon`, or as the `url` of a file of a talk. The file is public at this path of the installation.',
    }),
    type: Type.String({ description: 'The media type of the file at `path`.' }),
    width: nullable(Type.Integer({ description: 'In pixels; null for a document.' })),
    height: nullable(Type.Integer({ description: 'In pixels; null for a document.' })),
  },
  { $id: 'FileSaved', description: 'The file was stored.', examples: [examples.fileSaved] },
)
export type FileSaved = Static<typeof FileSaved>

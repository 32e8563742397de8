// Storing a file: a picture in all its sizes, or a document. The same bytes are stored once per platform.

import { createHash } from 'node:crypto'
import { createdEvent } from '../../kernel/changes/change-events.ts'
import { Refusal } from '../../kernel/changes/errors.ts'
import { type Precondition, requirePrecondition } from '../../kernel/changes/preconditions.ts'
import type { Saved } from '../../kernel/changes/saved.ts'
import { type Caller, requesterOf } from '../../kernel/changes/services.ts'
import { newId } from '../../kernel/lib/data/ids.ts'
import { documentName, parsePicturePath, pathOfName, pictureName } from '../../kernel/lib/web/file-paths.ts'
import type { Operation } from '../../kernel/store/changes/operation.ts'
import { type Command, preparedCommand } from '../../kernel/store/changes/transaction.ts'
import { requirePdf } from './documents.ts'
import { invalidFile } from './invalid-file.ts'
import { MAX_PICTURE_BYTES } from './limits.ts'
import type { Crop, EncodedPictures } from './pictures.ts'
import { DOCUMENT_TYPE, type FileSaved } from './schema.ts'
import type { FileServices } from './services.ts'
import { fileByContent, fileWrites, keepUnusedFile } from './store.ts'
import type { FileRow } from './tables.ts'

export type SentFile = {
  bytes: Buffer<ArrayBuffer>
  kind: 'picture' | 'document'
  crop?: Crop | undefined
  precondition?: Precondition | undefined
}

type SaveInput = {
  contentHash: string
  /** The stored result; undefined if the same file already exists. */
  made: Pick<FileRow, 'id' | 'path' | 'bytes'> | undefined
  precondition?: Precondition | undefined
}
type SaveState = { existing: FileRow | undefined }

export const saveFileOperation: Operation<SaveState, SaveInput, Saved<FileSaved>> = {
  name: 'saveFile',
  load: ({ platformId }, { contentHash }) => ({ existing: fileByContent({ platformId, contentHash }) }),
  decide({ existing }, { platformId, now }, { contentHash, made, precondition }) {
    requirePrecondition(existing && { ...existing, version: 1 }, precondition)
    if (existing) {
      return {
        writes: existing.unusedSince === null ? [] : [keepUnusedFile(existing.id, now)],
        events: [],
        answer: saved(existing, false),
      }
    }
    // The file was removed after it was found.
    if (!made) throw new Refusal('unavailable', { retryAfterSeconds: 1 })
    const row: FileRow = {
      ...made,
      platformId,
      contentHash,
      createdAt: now,
      unusedSince: now,
      removedAt: null,
    }
    return {
      writes: [fileWrites.insert(row)],
      events: [createdEvent('file', { id: row.id, version: 1 }, describe(row))],
      answer: saved(row, true),
    }
  },
}

function saved(row: FileRow, isCreated: boolean): Saved<FileSaved> {
  const message = isCreated ? 'File stored.' : 'Nothing to change: the file is already stored.'
  const response = { code: 'ok' as const, message, id: row.id, path: row.path, ...describe(row) }
  return { isCreated, isChanged: isCreated, response }
}

function describe({ path }: FileRow) {
  const picture = parsePicturePath(path)
  if (!picture) return { type: DOCUMENT_TYPE, width: null, height: null }
  return { type: 'image/webp', ...picture.largest }
}

/** Stores a file. Throws `invalid_file` if it cannot be read. A dry run stores nothing. */
export const saveFileCommand = (
  services: FileServices,
  caller: Caller,
  { isDryRun, precondition, ...file }: SentFile & { isDryRun?: boolean },
): Command<Saved<FileSaved>> =>
  preparedCommand(saveFileOperation, async () => {
    const make = (id: string) =>
      file.kind === 'picture' ? encodePicture(services, caller, id, file) : document(id, file)
    return {
      ...(await prepare(services, caller, { contentHash: hashOf(file), make, isDryRun })),
      precondition,
    }
  })

/** Stores a picture that comes with the program and is already encoded. */
export const saveEncodedPictureCommand = (
  services: StorageServices,
  caller: Caller,
  encoded: EncodedPictures,
): Command<Saved<FileSaved>> =>
  preparedCommand(saveFileOperation, () => {
    const bytes = Buffer.concat(encoded.pictures.map((picture) => picture.bytes))
    const make = async (id: string) => picture(id, encoded)
    return prepare(services, caller, { contentHash: hashOf({ bytes, kind: 'picture' }), make })
  })

type StorageServices = Omit<FileServices, 'pictures'>
/** The objects of a file in the storage, and the path that others refer to. */
type Made = { path: string; objects: (readonly [name: string, content: Buffer<ArrayBuffer>])[] }
type Preparing = { contentHash: string; make(id: string): Promise<Made>; isDryRun?: boolean | undefined }

async function prepare(
  services: StorageServices,
  caller: Caller,
  { contentHash, make, isDryRun = false }: Preparing,
): Promise<SaveInput> {
  const known = await services.store.read(fileByContent({ platformId: caller.platform.id, contentHash }))
  if (known) return { contentHash, made: undefined }
  const id = newId(services.clock.now())
  const { path, objects } = await make(id)
  if (!isDryRun) for (const [name, content] of objects) await services.files.put(name, content)
  const bytes = objects.reduce((sum, [, content]) => sum + content.length, 0)
  return { contentHash, made: { id, path, bytes } }
}

async function encodePicture(
  { pictures }: FileServices,
  caller: Caller,
  id: string,
  { bytes, crop }: SentFile,
): Promise<Made> {
  if (bytes.length > MAX_PICTURE_BYTES) throw invalidFile('picture_too_large')
  return picture(id, await pictures.encode(requesterOf(caller), { bytes, crop }))
}

const picture = (id: string, { largest, pictures }: EncodedPictures): Made => ({
  path: pathOfName(pictureName(id, largest, 'webp')),
  objects: pictures.map(({ size, format, bytes }) => [pictureName(id, size, format), bytes]),
})

async function document(id: string, { bytes }: SentFile): Promise<Made> {
  await requirePdf(bytes)
  const name = documentName(id)
  return { path: pathOfName(name), objects: [[name, bytes]] }
}

const hashOf = ({ bytes, kind, crop }: Pick<SentFile, 'bytes' | 'kind' | 'crop'>): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, crop ?? null]))
    .update(bytes)
    .digest('hex')

// Files sent with a form. They are stored when the form is saved, and replace the address in a field.

import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { executeCommand } from '../../kernel/changes/commands.ts'
import { type Problem, Refusal } from '../../kernel/changes/errors.ts'
import { admitLargeBody, freeBody, receiveBody } from '../../kernel/http/server/large-bodies.ts'
import { boundaryOf, type FormPart, parseMultipart } from '../../kernel/lib/web/multipart.ts'
import { FilesUnavailable } from '../../kernel/outbound/files-unavailable.ts'
import { MAX_FIELDS, MAX_TEXT_BYTES } from '../../kit/limits.ts'
import { callerOf, messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { saveFileCommand } from './files.ts'
import { MAX_FORM_BYTES, MAX_LABEL_LENGTH, UPLOADS_PER_MINUTE } from './limits.ts'
import type { Crop } from './pictures.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The form can contain files, but only for signed-in users. */
    acceptsUploads?: boolean
  }
  interface FastifyRequest {
    uploads: readonly FormPart[] | null
  }
}

/** The field with the file for the field of this name, the field with its crop, and the one that removes it. */
export const uploadField = (name: string): string => `upload:${name}`
export const cropField = (name: string): string => `crop:${name}`
export const removeField = (name: string): string => `remove:${name}`

/** Stores a picture before its form is saved. */
export const PICTURES_PATH = '/account/pictures'

/** For a scope whose `onRequest` hooks require a signed-in user. */
export function acceptUploads(scope: FastifyInstance, { budget }: Pick<WebOptions, 'budget'>): void {
  scope.decorateRequest('bodyMemory', null)
  scope.decorateRequest('uploads', null)
  scope.addHook('preParsing', async (request, reply) => {
    if (request.routeOptions.config.acceptsUploads)
      admitLargeBody(request, reply, { budget, caller: callerOf(request) })
  })
  scope.addContentTypeParser('multipart/form-data', readForm)
}

async function readForm(request: FastifyRequest, payload: Readable): Promise<object> {
  const { headers, routeOptions } = request
  const boundary = boundaryOf(headers['content-type'] ?? '')
  if (!routeOptions.config.acceptsUploads || boundary === undefined)
    throw new Refusal('unsupported_media_type')
  const parts = parseMultipart(await receiveBody(request, payload, MAX_FORM_BYTES), {
    boundary,
    maxParts: MAX_FIELDS,
  })
  if (!parts) throw new Refusal('bad_request')
  request.uploads = parts.filter(({ fileName }) => fileName !== undefined)
  return textsOf(parts.filter(({ fileName }) => fileName === undefined))
}

function textsOf(parts: readonly FormPart[]): object {
  if (parts.reduce((sum, { bytes }) => sum + bytes.length, 0) > MAX_TEXT_BYTES)
    throw new Refusal('body_too_large')
  const texts: Record<string, string | string[]> = Object.create(null)
  for (const [name, all] of Map.groupBy(parts, ({ name }) => name)) {
    const values = all.map(({ bytes }) => bytes.toString())
    texts[name] = values.length === 1 ? (values[0] ?? '') : values
  }
  return texts
}

type Places = {
  /** Fields with the address of a picture. */
  pictures: readonly string[]
  /** The list whose rows are documents, with the members `label` and `url`. */
  documents?: string
}

/**
 * Stores the files of a form, and puts their paths into the fields of its body. Returns the problems of the files by
 * field. The fields of these files stay as they are.
 */
export async function storeUploads(
  options: Pick<WebOptions, 'services' | 'limiter'>,
  request: FastifyRequest,
  { pictures, documents }: Places,
): Promise<Problem[]> {
  const chosen = request.uploads?.filter(({ fileName, bytes }) => fileName !== '' || bytes.length > 0) ?? []
  const body = (request.body ?? {}) as Record<string, string | string[]>
  const problems: Problem[] = []
  for (const field of pictures) if (body[removeField(field)] !== undefined) body[field] = ''
  try {
    for (const { name, fileName = '', bytes } of chosen) {
      const field = [...pictures, documents].find((one) => one && uploadField(one) === name)
      if (field === undefined) continue
      const kind = field === documents ? 'document' : 'picture'
      const result = await storeFile(options, request, { bytes, kind, crop: cropOf(body[cropField(field)]) })
      if ('problem' in result) problems.push({ ...result.problem, pointer: `/${field}` })
      else if (kind === 'picture') body[field] = result.path
      else addRow(body, field, { label: labelOf(fileName), url: result.path })
    }
  } finally {
    if (request.uploads?.[0]) freeBody(request.uploads[0].bytes)
    request.uploads = null
  }
  return problems
}

type Sent = Pick<Parameters<typeof saveFileCommand>[2], 'bytes' | 'kind' | 'crop'>

async function storeFile(
  { services, limiter }: Pick<WebOptions, 'services' | 'limiter'>,
  request: FastifyRequest,
  file: Sent,
): Promise<{ path: string } | { problem: Problem }> {
  const caller = callerOf(request)
  const { isAllowed, resetSeconds } = await limiter.take(`uploads:${caller.user.id}`, UPLOADS_PER_MINUTE)
  if (!isAllowed) {
    const { forms, formats } = messagesOf(request)
    const message = forms.tooManyAttempts({ wait: formats.wait(resetSeconds) })
    return { problem: { code: 'too_many_requests', message } }
  }
  try {
    const { response } = await executeCommand(services, caller, saveFileCommand(services, caller, file))
    return { path: response.path }
  } catch (error) {
    return { problem: fileProblem(request, error) }
  }
}

/** The problem with the file, or the reason it cannot be stored now. */
function fileProblem(request: FastifyRequest, error: unknown): Problem {
  if (error instanceof FilesUnavailable) {
    request.log.warn({ err: error }, 'a file could not be stored (LECTERN_FILES_URL)')
    return { code: 'files_unavailable', message: error.message }
  }
  if (!(error instanceof Refusal)) throw error
  const { code, message, detail } = error
  if (code === 'unavailable') return { code: 'files_unavailable', message }
  if (code === 'pictures_unsupported') return { code, message }
  const [problem] = detail.errors ?? []
  if (code !== 'invalid_file' || problem === undefined) throw error
  return problem
}

const SHARE = /^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/

/** The shares of a crop as `left,top,width,height`; undefined for anything else. */
function cropOf(text: string | string[] | undefined): Crop | undefined {
  const shares = String(text).split(',')
  if (shares.length !== 4 || !shares.every((share) => SHARE.test(share))) return undefined
  const [left = 0, top = 0, width = 0, height = 0] = shares.map(Number)
  return width > 0 && height > 0 ? { left, top, width, height } : undefined
}

type FileRow = { label: string; url: string }

function addRow(body: Record<string, string | string[]>, list: string, row: FileRow): void {
  const rows = Object.keys(body).flatMap((name) => (name.startsWith(`${list}/`) ? name.split('/')[1] : []))
  const index = Math.max(-1, ...rows.map(Number)) + 1
  for (const [member, value] of Object.entries(row)) body[`${list}/${index}/${member}`] = value
}

/** `Slides 2` for `C:\slides\Slides 2.pdf` */
function labelOf(fileName: string): string {
  const name = fileName.split(/[\\/]/).at(-1) ?? ''
  const label = name
    .replace(/\.pdf$/i, '')
    .replaceAll(/\p{C}/gu, '')
    .trim()
  return [...label].slice(0, MAX_LABEL_LENGTH).join('') || 'PDF'
}

// Our own JSON Schema keywords, for rules that standard keywords cannot express.
import type { FuncKeywordDefinition } from 'ajv'
import { talkTypes } from '../../../features/talks/schema.ts'
import { videoProblem } from '../../../features/video/videos.ts'
import { cleanLine, cleanText, isVisible } from '../../lib/text/characters.ts'
import { canonicalEmail } from '../../lib/text/email.ts'
import type { FoundError } from '../problems/validation-problems.ts'

type Clean = (text: string) => string

/** A keyword that replaces a text before its length is checked. */
const replacing = (keyword: string, clean: Clean): FuncKeywordDefinition => ({
  keyword,
  type: 'string',
  schemaType: 'boolean',
  modifying: true,
  errors: false,
  before: 'maxLength',
  compile: (isOn: boolean) => (text: string, place) => {
    if (isOn && place) place.parentData[place.parentDataProperty] = clean(text)
    return true
  },
})

/** In the order in which they apply to a text. */
export const cleaningKeywords: readonly FuncKeywordDefinition[] = [
  // A name cannot pretend to be several lines of an e-mail or a page. A blank text stays blank, so that the problem
  // reported is that it is blank.
  replacing('x-line', (text) => cleanLine(text) || ' '.repeat(text.length)),
  replacing('x-lines', cleanText),
  // Removes surrounding white space. A text without anything to see is blank.
  replacing('x-trimmed', (text) => (text === '' || isVisible(text) ? text.trim() : ' ')),
]

/** `x-unique-email: true` on a list of {email}: no duplicate e-mails. A list that is too long is not checked. */
export const uniqueEmail: FuncKeywordDefinition = {
  keyword: 'x-unique-email',
  type: 'array',
  schemaType: 'boolean',
  errors: 'full',
  compile: (isOn: boolean, parentSchema) => {
    const check = (list: unknown[], place?: { instancePath: string }): boolean => {
      const max: number = parentSchema.maxItems ?? Number.POSITIVE_INFINITY
      const indexes = isOn && list.length <= max ? repeatedEmails(list) : []
      check.errors = indexes.map((index) => ({
        keyword: 'x-unique-email',
        instancePath: `${place?.instancePath ?? ''}/${index}/email`,
        params: {},
      }))
      return indexes.length === 0
    }
    check.errors = [] as Partial<FoundError>[]
    return check
  },
}

function repeatedEmails(list: readonly unknown[]): number[] {
  const seen = new Set<string>()
  return list.flatMap((item, index) => {
    const email = typeof item === 'object' && item !== null && 'email' in item ? item.email : undefined
    if (typeof email !== 'string') return []
    const canonical = canonicalEmail(email)
    const isRepeated = seen.has(canonical)
    seen.add(canonical)
    return isRepeated ? [index] : []
  })
}

/** `x-fitting-video: true` on a talk: if type and video are both sent, the video must match the type, and needs one. */
export const matchingVideo: FuncKeywordDefinition = {
  keyword: 'x-fitting-video',
  type: 'object',
  schemaType: 'boolean',
  errors: 'full',
  compile: (isOn: boolean) => {
    const check = (talk: Record<string, unknown>, place?: { instancePath: string }): boolean => {
      const { type, video } = talk
      if (!isOn || typeof video !== 'string') return true
      const instancePath = place?.instancePath ?? ''
      check.errors = [{ keyword: 'required', instancePath, params: { missingProperty: 'type' } }]
      if (type === null) return false
      const known = talkTypes.find((one) => one === type)
      const message = known && videoProblem(known, video)
      check.errors = [
        {
          keyword: 'x-fitting-video',
          instancePath: `${instancePath}/video`,
          params: { type: known, message },
        },
      ]
      return message === undefined
    }
    check.errors = [] as Partial<FoundError>[]
    return check
  },
}

/** `x-speakers: true` on a new talk: it has speakers, unless it is a break. */
export const hasSpeakers: FuncKeywordDefinition = {
  keyword: 'x-speakers',
  type: 'object',
  schemaType: 'boolean',
  errors: 'full',
  compile: (isOn: boolean) => {
    const check = (talk: Record<string, unknown>, place?: { instancePath: string }): boolean => {
      const { kind, speakers } = talk
      const instancePath = place?.instancePath ?? ''
      check.errors = [{ keyword: 'required', instancePath, params: { missingProperty: 'speakers' } }]
      return !isOn || kind === 'break' || speakers !== undefined
    }
    check.errors = [] as Partial<FoundError>[]
    return check
  },
}

// Refusals in the language of a page. The messages of the API are English and written for API users.
import { Refusal, type RefusalCode, type RefusalDetail } from '../../kernel/changes/errors.ts'
import { problemText } from '../components/form-fields.tsx'
import type { Messages } from '../messages/messages.ts'

/** Codes that only API keys, API bodies, and encoders can cause. */
type ApiCode =
  | 'missing_authorization'
  | 'invalid_api_key'
  | 'invalid_json'
  | 'headers_too_large'
  | 'prune_too_large'
  | 'atomic_refused'
  | 'idempotency_key_in_use'
  | 'idempotency_key_reused'
  | 'idempotency_key_rotated'
  | 'invalid_stream_key'
  | 'stream_not_open'
  | 'stream_unavailable'

export type Refused = { code: RefusalCode; detail?: RefusalDetail }
type RefusalText = { title: string; text: string }
type PageTexts = Record<Exclude<RefusalCode, ApiCode>, RefusalText>

/** The texts of an error page. */
export function refusalText({ errors, formats }: Messages, { code, detail = {} }: Refused): RefusalText {
  const pages: PageTexts & Partial<Record<ApiCode, RefusalText>> = errors.pages
  const known = pages[code] ?? pages.bad_request
  const { retryAfterSeconds: seconds, feature = '' } = detail
  const off: Partial<Record<string, string>> = errors.off
  if (code === 'feature_off') return { ...known, text: off[feature] ?? known.text }
  return code === 'too_many_requests' && seconds !== undefined
    ? { ...known, text: errors.retry({ wait: formats.wait(seconds) }) }
    : known
}

/** For the scripts of pages, which show its message. */
export const localizedRefusal = (messages: Messages, refusal: Refusal): Refusal =>
  new Refusal(refusal.code, {
    ...refusal.detail,
    message: refusalText(messages, refusal).text,
    ...(refusal.detail.errors && {
      errors: refusal.detail.errors.map((problem) => ({
        ...problem,
        message: problemText(messages, problem),
      })),
    }),
  })

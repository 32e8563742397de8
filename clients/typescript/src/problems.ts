// Readable messages for refused requests (RFC 9457).
import type { Middleware } from './generated.ts'

type Refused = {
  message?: string
  errors?: { pointer?: string; parameter?: string; message: string }[]
}

const MOST_SHOWN = 3

/** Gives an error the message of the API and the first problems of the request. */
export const describeProblems: Middleware = {
  onError: (error) => {
    const { message, errors = [] } = Object(error.body) as Refused
    const problems = errors
      .slice(0, MOST_SHOWN)
      .map(({ pointer, parameter, message }) => `${pointer ?? parameter ?? ''} ${message}`.trim())
    const more = errors.length > MOST_SHOWN ? [`${errors.length - MOST_SHOWN} more`] : []
    const text = `${message ?? 'The request failed.'} ${[...problems, ...more].join('; ')}`.trim()
    error.message = `${text} (${error.status})`
    return error
  },
}

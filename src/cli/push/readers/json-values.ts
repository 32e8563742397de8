// Values of a JSON export, checked as they are taken: a failure names the member that is not as it should be.

import { PushFailure } from '../failure.ts'

export type JsonObject = Record<string, unknown>

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new PushFailure('this is not JSON')
  }
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Trimmed text, a number as its digits, anything else ''. */
export const asText = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''

/** Takes values where `wanted` (“a schedule export of …”) is what the file should have been. */
export const createTaker = (wanted: string) => ({
  object(value: unknown, where: string): JsonObject {
    if (isObject(value)) return value
    throw new PushFailure(`${where} is not a JSON object; ${wanted} is wanted`)
  },
  array(value: unknown, where: string): unknown[] {
    if (Array.isArray(value)) return value
    throw new PushFailure(`${where} is not a list; ${wanted} is wanted`)
  },
})

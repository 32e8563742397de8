// Plurals, numbers, lists, and dates in American English.
import { createFormats } from '../formats.ts'

export const formats = createFormats('en-US')
export const { plural, number, list } = formats

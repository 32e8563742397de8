// Plurals, numbers, lists, and dates in German.
import { createFormats } from '../formats.ts'

export const formats = createFormats('de')
export const { plural, number, list } = formats

// Plurals, numbers, lists, and dates in French.
import { createFormats } from '../formats.ts'

export const formats = createFormats('fr')
export const { plural, number, list } = formats

// Plurals, numbers, lists, and dates in Spanish.
import { createFormats } from '../formats.ts'

export const formats = createFormats('es')
export const { plural, number, list } = formats

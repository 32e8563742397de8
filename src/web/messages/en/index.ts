// Every page text in English, one file per area. English defines which texts a language has.
import { layout } from './layout.ts'
import { office } from './office/index.ts'
import { time } from './time.ts'

export const en = { layout, office, time }

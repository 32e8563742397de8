// Every page text in English, one file per area. English defines which texts a language has.
import { agenda } from './agenda.ts'
import { embeds } from './embeds.ts'
import { home } from './home.ts'
import { layout } from './layout.ts'
import { office } from './office/index.ts'
import { pagination } from './pagination.ts'
import { speakers } from './speakers.ts'
import { sponsors } from './sponsors.ts'
import { talk } from './talk.ts'
import { time } from './time.ts'

export const en = { agenda, embeds, home, layout, office, pagination, speakers, sponsors, talk, time }

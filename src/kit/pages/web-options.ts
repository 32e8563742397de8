// What the routes of pages can use.
import type { Running } from '../../kernel/http/running.ts'
import type { PublicPages } from './public-pages.ts'

export type WebOptions = Running & { publicPages: PublicPages }

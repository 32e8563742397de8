// Limits of platforms.
import { HOUR_MS } from '../../kernel/lib/time/units.ts'

/** The number of levels of sponsors. */
export const SPONSOR_LEVELS = 5
/** Questions of the registration, and answers to choose from in one of them. */
export const MAX_QUESTIONS = 20
export const MAX_CHOICES = 30
/** Domains whose people are accepted without a review. */
export const MAX_DOMAINS = 50
/** How often data is deleted that is past the time for which it is kept. */
export const RETENTION_EVERY_MS = HOUR_MS
/** A week. Chat, questions, and viewers are on the page of a talk at most this long before its start. */
export const MAX_PANEL_MINUTES = 10_080

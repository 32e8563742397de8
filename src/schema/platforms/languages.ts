// The languages of pages and e-mails.

/** By language tag (BCP 47). */
export const languages = ['en', 'de', 'fr', 'es'] as const
export type Language = (typeof languages)[number]

// The languages of pages and e-mails: the folders of src/texts. Written by scripts/text-types.ts.

/** By language tag (BCP 47). */
export const languages = ['en', 'de', 'es', 'fr'] as const
export type Language = (typeof languages)[number]

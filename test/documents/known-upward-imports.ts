// Imports of a later part, with their number, until hooks replace them. It only ever shrinks.
export const KNOWN_UPWARD_IMPORTS: Record<string, number> = {}

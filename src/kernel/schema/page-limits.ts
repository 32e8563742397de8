// The number of items on a page of a list.
export const DEFAULT_LIMIT = 50
export const MAX_LIMIT = 200

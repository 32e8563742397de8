// Imports of a later part, with their number, until hooks replace them. It only ever shrinks.
export const KNOWN_UPWARD_IMPORTS: Record<string, number> = {
  'access → favorites': 1,
  'favorites → agenda': 2,
  'favorites → programme-pages': 1,
  'kit → favorites': 2,
  'kit → programme-pages': 1,
  'live → programme-pages': 1,
  'people → speakers': 1,
  'rewards → programme-pages': 1,
  'speakers → agenda': 1,
  'speakers → programme-pages': 1,
  'sponsors → programme-pages': 1,
  'sponsors → speakers': 1,
  'surveys → programme-pages': 1,
  'talks → favorites': 1,
  'video → programme-pages': 1,
  'viewers → programme-pages': 1,
}

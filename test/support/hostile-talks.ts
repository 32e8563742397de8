// Bodies of talks that are expensive to validate.

/** Each has about 256 KiB. */
export const hostileTalks = (): object[] => [
  { speakers: Array.from({ length: 80_000 }, () => ({})) },
  Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`titl${index}`, 1])),
  { tags: Array(80_000).fill('') },
  { speakers: Array.from({ length: 12_000 }, () => ({ email: 'x@xn--a.org' })) },
]

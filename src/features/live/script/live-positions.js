// What a page shows of a talk: `<number>:<key>`, the last change, and a digest of the features and audience that it was
// rendered for.

/** @typedef {Record<string, string>} Positions By talk. */

/**
 * The position from which the shared stream serves both tabs. If their digests differ, both start over.
 * @param {string} one
 * @param {string} other
 */
export function earlier(one, other) {
  const [number, key] = one.split(':')
  const [otherNumber, otherKey] = other.split(':')
  return `${Math.min(Number(number), Number(otherNumber))}:${key === otherKey ? key : 'other'}`
}

/**
 * The positions that an event has reached.
 * @param {string} eventId `<talk>:<position>,…`
 * @returns {Positions}
 */
export const positionsIn = (eventId) =>
  Object.fromEntries(
    eventId
      .split(',')
      .filter((pair) => pair !== '')
      .map((pair) => [pair.slice(0, pair.indexOf(':')), pair.slice(pair.indexOf(':') + 1)]),
  )

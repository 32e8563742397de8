// The letters that stand for a person without a picture.

/** @param {string} name */
export const initialsOf = (name) =>
  name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .filter((_letter, index, all) => index === 0 || index === all.length - 1)
    .join('')

// The style sheet with the positions in a timetable, because the security policy does not allow inline styles.

export const MAX_STRIPS = 60
/** A day of talks, the last of which ends a day later. */
const MAX_ROWS = 600
/** A day: no talk is longer. */
export const MAX_HEIGHT = 300

const numbered = (count: number, rule: (n: number) => string): string =>
  Array.from({ length: count }, (_, index) => rule(index + 1)).join('\n')

/** `r` rows, `h` heights, `c` strips, `w` widths, and `n` numbers of strips. The first column contains the hours. */
export const timetableSheet = (): string =>
  [
    numbered(MAX_ROWS, (n) => `.r${n}{grid-row-start:${n}}`),
    numbered(MAX_HEIGHT, (n) => `.h${n}{grid-row-end:span ${n}}`),
    numbered(MAX_STRIPS, (n) => `.c${n}{grid-column-start:${n + 1}}`),
    numbered(MAX_STRIPS, (n) => `.w${n}{grid-column-end:span ${n}}`),
    numbered(MAX_STRIPS, (n) => `.n${n}{--strips:${n}}`),
  ].join('\n')

// Colors of tracks, from a fixed number of colors that the style sheet defines (`.track-0` …).

export const TRACK_COLORS = 12

/**
 * A color from 0 to 11 for each track; the oldest track comes first. Tracks have different colors as long as there are
 * enough. An older track has the first choice, so that none changes its color when others are added.
 */
export function trackColors(tracks: readonly string[]): Map<string, number> {
  const colors = new Map<string, number>()
  const taken = new Set<number>()
  for (const track of tracks) {
    const color = freeColor(colorOf(track), taken)
    colors.set(track, color)
    taken.add(color)
    if (taken.size === TRACK_COLORS) taken.clear()
  }
  return colors
}

/** The preferred color, or the next free one. */
function freeColor(preferred: number, taken: ReadonlySet<number>): number {
  let color = preferred
  while (taken.has(color)) color = (color + 1) % TRACK_COLORS
  return color
}

/** A color from 0 to 11 that is always the same for the same text. */
export const colorOf = (text: string): number => hashOf(text) % TRACK_COLORS

/** FNV-1a, as a 32-bit number. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

// A quiet tune of plucked strings, whose end fits its beginning.

export const SAMPLE_RATE = 48_000
const BEAT_SECONDS = 0.5
/** Of one note: it fades to a thousandth. */
const RING_SECONDS = 2.4
/** Semitones above the lowest note, which is the C below middle C. */
const NOTES = [
  ...[0, 7, 12, 16, 19, 16, 12, 7, 9, 16, 21, 24, 21, 16, 12, 9, 5, 12, 17, 21],
  ...[24, 21, 17, 12, 7, 14, 19, 23, 19, 14, 11, 7, 0, 7, 12, 19, 16, 12, 7, 4],
]
const LOWEST_HZ = 130.81

/** Samples from -1 to 1. */
export function tune(seconds: number): Float32Array {
  const samples = new Float32Array(seconds * SAMPLE_RATE)
  for (let beat = 0; beat * BEAT_SECONDS < seconds; beat += 1) {
    const note = NOTES[beat % NOTES.length] ?? 0
    pluck(samples, beat * BEAT_SECONDS * SAMPLE_RATE, LOWEST_HZ * 2 ** (note / 12))
  }
  return samples
}

/** What rings beyond the end continues at the beginning. */
function pluck(samples: Float32Array, start: number, hz: number): void {
  for (let index = 0; index < RING_SECONDS * SAMPLE_RATE; index += 1) {
    const seconds = index / SAMPLE_RATE
    const attack = Math.min(1, seconds / 0.008)
    const fade = Math.exp((-6.9 * seconds) / RING_SECONDS)
    const angle = 2 * Math.PI * hz * seconds
    const wave = Math.sin(angle) + 0.35 * fade * Math.sin(2 * angle) + 0.12 * fade * Math.sin(3 * angle)
    const at = (start + index) % samples.length
    samples[at] = (samples[at] ?? 0) + 0.16 * attack * fade * wave
  }
}

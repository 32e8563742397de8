// Inputs that are almost right: the same ones for the same seed.

export type Random = () => number

/** Numbers from 0 to below 1 (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const oneOf = <T>(all: readonly [T, ...T[]], random: Random): T =>
  all[Math.floor(random() * all.length)] ?? all[0]

/** Changes a sample in one to four places, or shortens or extends it. */
export function mutate(sample: Buffer, random: Random): Buffer {
  let bytes = Buffer.from(sample)
  const below = (limit: number) => Math.floor(random() * limit)
  for (let changes = 1 + below(4); changes > 0; changes -= 1) {
    const at = below(bytes.length)
    const kind = below(6)
    if (bytes.length === 0) return bytes
    if (kind === 0) bytes.writeUInt8((bytes.readUInt8(at) ^ (1 << below(8))) & 0xff, at)
    else if (kind === 1) bytes.writeUInt8(below(256), at)
    else if (kind === 2)
      bytes.fill(oneOf([0x00, 0xff], random), at, Math.min(bytes.length, at + 1 + below(4)))
    else if (kind === 3) bytes = bytes.subarray(0, at)
    else if (kind === 4) bytes = Buffer.concat([bytes.subarray(0, at), sample.subarray(below(sample.length))])
    else bytes = Buffer.concat([bytes, Buffer.alloc(below(64), below(256))])
  }
  return bytes
}

// Which layer of each picture a viewer gets.
import type { Source } from './source.ts'

/** A layer is large enough if its picture fills this share of the width in which it is shown. */
const ENOUGH = 0.75

/** From the smallest to the largest. */
type Layers = readonly Pick<Source, 'rate' | 'width'>[]
type Terms = {
  /** Bits per second for pictures. */
  budget: number
  /** Whether a larger layer than now can be tried. */
  mayRise: boolean
  /** The width of the large picture on the screen of the viewer, in pixels. */
  width: number
}
type Wanted<L> = {
  /** The layers of the large and of the small picture that are sent now; none without such a picture. */
  main: readonly L[]
  inset: readonly L[]
  /** The layer of the large picture that the viewer has. */
  current: L | undefined
}

/** The large picture is shown in any case, as well as the budget allows; the small one in its smallest layer if it fits. */
export function chooseLayers<L extends Layers[number]>(
  { main, inset: [small], current }: Wanted<L>,
  { budget, mayRise, width }: Terms,
): { main: L | undefined; inset: L | undefined } {
  const enough = main.findIndex((layer) => (layer.width ?? 0) >= ENOUGH * width)
  const useful = enough === -1 ? main : main.slice(0, enough + 1)
  const most = mayRise || !current || !main.includes(current) ? useful.length : main.indexOf(current) + 1
  const rest = budget - (small?.rate ?? 0)
  const large = useful.slice(0, most).findLast(({ rate }) => rate <= rest) ?? main[0]
  const fits = small !== undefined && (large?.rate ?? 0) <= rest
  return { main: large, inset: fits ? small : undefined }
}

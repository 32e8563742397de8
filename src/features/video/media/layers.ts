// Which layer of each picture a viewer gets.
import type { Source } from './source.ts'

/** A layer is large enough if its picture fills this share of the width in which it is shown. */
const ENOUGH = 0.75
/** Small pictures get larger layers only up to this together: as much as one large camera. */
const MAX_SMALL_RATE = 1_200_000

type Layer = Pick<Source, 'rate' | 'width'>
type Terms = {
  /** Bits per second for pictures. */
  budget: number
  /** Whether a larger layer than now, and more pictures, can be tried. */
  mayRise: boolean
  /** The widths of the large picture and of each small one on the screen of the viewer, in pixels. */
  width: number
  smallWidth: number
}
/** A picture that can be shown. */
type Picture<L> = {
  /** Those that are sent now, from the smallest to the largest; none without such a picture. */
  layers: readonly L[]
  /** The layer that the viewer has. */
  current: L | undefined
}

/**
 * The large picture is shown in any case, as well as the budget allows beside the first small one. The other small ones
 * get what is left in their order: first the smallest layers of all, then larger ones.
 */
export function chooseLayers<L extends Layer>(
  { main, small }: { main: Picture<L>; small: readonly Picture<L>[] },
  { budget, mayRise, width, smallWidth }: Terms,
): { main: L | undefined; small: (L | undefined)[] } {
  const rest = budget - (small[0]?.layers[0]?.rate ?? 0)
  const large = usefulOf(main, width, mayRise).findLast(({ rate }) => rate <= rest) ?? main.layers[0]
  let left = budget - (large?.rate ?? 0)
  let raise = MAX_SMALL_RATE
  const lowest = small.map(({ layers: [layer], current }, index) => {
    // A path that has just been full would lose a picture that begins at its edge at once.
    const mayBegin = index === 0 || mayRise || current !== undefined
    if (!layer || !mayBegin || layer.rate > left) return undefined
    left -= layer.rate
    raise -= layer.rate
    return layer
  })
  const raised = lowest.map((layer, index) => {
    const picture = small[index]
    if (!layer || !picture) return undefined
    const most = layer.rate + Math.min(left, raise)
    const better = usefulOf(picture, smallWidth, mayRise).findLast(({ rate }) => rate <= most) ?? layer
    left -= better.rate - layer.rate
    raise -= better.rate - layer.rate
    return better
  })
  return { main: large, small: raised }
}

/** Those that are not larger than the window needs, nor, if no more can be tried, than the current one. */
function usefulOf<L extends Layer>({ layers, current }: Picture<L>, width: number, mayRise: boolean): L[] {
  const enough = layers.findIndex((layer) => (layer.width ?? 0) >= ENOUGH * width)
  const useful = enough === -1 ? [...layers] : layers.slice(0, enough + 1)
  if (mayRise || !current || !layers.includes(current)) return useful
  return useful.slice(0, layers.indexOf(current) + 1)
}

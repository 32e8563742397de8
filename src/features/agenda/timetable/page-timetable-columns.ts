// The columns of a timetable. Overlapping talks of a column are side by side, each in a strip.
import type { Rows } from './page-timetable-scale.ts'

/** Some rows in the column with this name. Only items with `mayBeWide` can span the timetable. */
export type Item = Rows & { id: string; column: string; mayBeWide: boolean }

/** Strips are numbered from 1. */
export type Strips = { strip: number; strips: number }

export type Columns = {
  columns: (Strips & { name: string })[]
  /** The strips of each item, by id. */
  places: Map<string, Strips>
  /** The number of strips of all columns together. */
  strips: number
}

/**
 * Columns in the given order. An item that may be wide spans the timetable if nothing else takes place at the same
 * time.
 */
export function arrangeColumns(items: readonly Item[], compare: (a: string, b: string) => number): Columns {
  const wide = items.filter(
    (item) => item.mayBeWide && !items.some((other) => other !== item && overlap(item, other)),
  )
  const inColumns = Map.groupBy(
    items.filter((item) => !wide.includes(item)),
    ({ column }) => column,
  )
  const places = new Map<string, Strips>()
  const columns: Columns['columns'] = []
  let next = 1
  for (const name of [...inColumns.keys()].sort(compare)) {
    const clusters = clustersOf(inColumns.get(name) ?? [])
    const strips = Math.max(...clusters.map((cluster) => cluster.strips))
    for (const cluster of clusters) for (const [id, place] of spread(cluster, strips)) places.set(id, place)
    for (const { id } of inColumns.get(name) ?? []) {
      const { strip, strips: width } = places.get(id) ?? { strip: 1, strips: 1 }
      places.set(id, { strip: strip + next - 1, strips: width })
    }
    columns.push({ name, strip: next, strips })
    next += strips
  }
  const strips = Math.max(1, next - 1)
  for (const { id } of wide) places.set(id, { strip: 1, strips })
  return { columns, places, strips }
}

const overlap = (a: Rows, b: Rows): boolean => a.row < b.row + b.rows && b.row < a.row + a.rows

/** Items that overlap, directly or through others, with the strip of each. */
type Cluster = { strips: number; items: { id: string; strip: number }[] }

function clustersOf(items: readonly Item[]): Cluster[] {
  const clusters: Cluster[] = []
  /** The row after the last item in each strip. */
  let ends: number[] = []
  for (const { id, row, rows } of items.toSorted((a, b) => a.row - b.row || b.rows - a.rows)) {
    let cluster = clusters.at(-1)
    if (!cluster || ends.every((end) => end <= row)) {
      cluster = { strips: 0, items: [] }
      clusters.push(cluster)
      ends = []
    }
    const free = ends.findIndex((end) => end <= row)
    const strip = free === -1 ? ends.length : free
    ends[strip] = row + rows
    cluster.strips = ends.length
    cluster.items.push({ id, strip })
  }
  return clusters
}

/** Spreads the strips of a cluster over the strips of its column. */
function spread({ strips, items }: Cluster, total: number): [id: string, place: Strips][] {
  const width = Math.floor(total / strips)
  return items.map(({ id, strip }) => {
    const isLast = strip === strips - 1
    return [id, { strip: strip * width + 1, strips: isLast ? total - strip * width : width }]
  })
}

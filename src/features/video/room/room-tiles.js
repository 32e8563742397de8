// The tiles of a room: for each person on stage a small picture, or initials.
import { initialsOf } from './initials.js'

/** @import { OnStage } from './room-connection.js' */

/** A picture without frames for this long has stopped: the connection is poor, or others have spoken since. */
const STILL_MS = 2_000
const ASPECT = 16 / 9

/**
 * @param {HTMLElement} list
 * @param {HTMLTemplateElement} template
 * @param {{ people: OnStage[], large: string | undefined, speaking: string | null, pictures: MediaStream[] }} stage
 * `large` is the seat of the person whose camera is the large picture, and `pictures` are by place.
 */
export function showTiles(list, template, { people, large, speaking, pictures }) {
  /** @type {NodeListOf<HTMLElement>} */
  const shown = list.querySelectorAll('[data-seat]')
  const bySeat = new Map([...shown].map((tile) => [tile.dataset.seat, tile]))
  const tiles = people.map((person) => {
    const tile = bySeat.get(person.seat) ?? newTile(template, person)
    fillTile(tile, person, pictures[person.place])
    tile.hidden = person.seat === large
    tile.setAttribute('aria-current', String(person.seat === speaking))
    return tile
  })
  for (const tile of shown) if (!tiles.includes(tile)) tile.remove()
  // Those that stay are not moved, because their pictures would begin again.
  for (const [index, tile] of tiles.entries())
    if (list.children[index] !== tile) list.insertBefore(tile, list.children[index] ?? null)
}

/**
 * Makes the tiles as large as their list has room for. Returns their width; 0 without any.
 * @param {HTMLElement} list
 */
export function arrangeTiles(list) {
  const style = getComputedStyle(list)
  const [gap, padding] = [Number.parseFloat(style.columnGap), Number.parseFloat(style.paddingBlockStart)]
  const most = Number.parseFloat(style.getPropertyValue('--most')) || Number.POSITIVE_INFINITY
  const [width, height] = [list.clientWidth - 2 * padding, list.clientHeight - 2 * padding]
  const count = list.querySelectorAll('[data-seat]:not([hidden])').length
  const byColumns = Array.from({ length: count }, (_, index) => {
    const rows = Math.ceil(count / (index + 1))
    const tallest = (height - gap * (rows - 1)) / rows
    return Math.floor(Math.min(most, (width - gap * index) / (index + 1), tallest * ASPECT))
  })
  const tileWidth = Math.max(0, ...byColumns)
  const columns = byColumns.indexOf(tileWidth) + 1
  const row = columns * (tileWidth + gap) - gap
  list.style.setProperty('--tile', `${tileWidth}px`)
  // Another tile of the next row would fit beside them, too.
  list.style.paddingInline = `${padding + Math.max(0, Math.floor((width - row) / 2))}px`
  return tileWidth
}

/**
 * @param {HTMLTemplateElement} template
 * @param {OnStage} person
 */
function newTile(template, { seat }) {
  const copy = /** @type {DocumentFragment} */ (template.content.cloneNode(true))
  const tile = /** @type {HTMLElement} */ (copy.firstElementChild)
  tile.dataset.seat = seat
  noteFrames(tile)
  return tile
}

/**
 * @param {HTMLElement} tile
 * @param {OnStage} person
 * @param {MediaStream | undefined} picture
 */
function fillTile(tile, { name, on }, picture) {
  const [video, initials, caption] = [
    pictureOf(tile),
    tile.querySelector('[data-initials]'),
    tile.querySelector('[data-caption]'),
  ]
  if (picture && video.srcObject !== picture) video.srcObject = picture
  if (initials) initials.textContent = initialsOf(name)
  if (caption) caption.textContent = name
  tile.toggleAttribute('data-is-on', on.includes('camera'))
}

/** @param {HTMLElement} tile */
const pictureOf = (tile) => /** @type {HTMLVideoElement} */ (tile.querySelector('video'))

/**
 * Says whether frames arrive, with `data-moves`.
 * @param {HTMLElement} tile
 */
function noteFrames(tile) {
  const video = pictureOf(tile)
  /** @type {number | undefined} */
  let timer
  const note = () => {
    tile.dataset.moves = ''
    clearTimeout(timer)
    timer = setTimeout(() => {
      delete tile.dataset.moves
    }, STILL_MS)
    video.requestVideoFrameCallback(note)
  }
  if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(note)
  // Older browsers show the last frame.
  else tile.dataset.moves = ''
}

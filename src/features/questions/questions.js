// Questions beside a talk: the order of the list, the votes of the reader, and answers in the replay. `live.js` keeps
// the list up to date.
let voted = new Set()
let sortedBy = 'order'

const listOf = () => document.querySelector('#live [data-list="question"]')

// --- Own votes: streams are the same for everyone ---

function markVotes(root) {
  for (const button of root.querySelectorAll('button:is([name="vote"], [name="unvote"])')) {
    const isOn = voted.has(button.value)
    button.name = isOn ? 'unvote' : 'vote'
    button.setAttribute('aria-pressed', String(isOn))
  }
}

function setUp() {
  const list = listOf()
  if (!list) return
  voted = new Set(list.dataset.voted.split(' ').filter(Boolean))
  markVotes(list)
  sort(list)
  showSeekers(list)
}

document.addEventListener('live:panel', setUp)
document.addEventListener('live:voted', ({ detail: ids }) => {
  voted = new Set(ids)
  const list = listOf()
  if (list) markVotes(list)
})
document.addEventListener('live:item', ({ detail: item }) => {
  if (!item.matches('.question')) return
  markVotes(item)
  showSeekers(item)
})
document.addEventListener('live:sent', ({ detail: { id, hasVoted } }) => {
  if (hasVoted === undefined) return
  if (hasVoted) voted.add(id)
  else voted.delete(id)
  const item = document.querySelector(`#live [id="question-${id}"]`)
  if (item) markVotes(item)
})

// --- The order ---

function sort(list) {
  for (const link of document.querySelectorAll('#live [data-sort]')) {
    if (link.dataset.sort === sortedBy) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
  list.dataset.sortedBy = sortedBy
  const items = [...list.children]
  const sorted = items.toSorted((a, b) => Number(a.dataset[sortedBy]) - Number(b.dataset[sortedBy]))
  if (sorted.some((item, at) => item !== items[at])) list.append(...sorted)
}

addEventListener('click', (event) => {
  const link = event.target.closest?.('#live [data-sort]')
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  sortedBy = link.dataset.sort
  sort(listOf())
})

// --- The moment of an answer in the replay ---

/** The page with the player of a replay; null while the talk is live or if its player cannot seek. */
const replay = () =>
  document.querySelector(
    '.talk-page:is([data-phase="replay"], [data-phase="ended"]) .stage-screen:is(.media, .frame)',
  )

function showSeekers(root) {
  const isHidden = replay() === null
  for (const button of root.querySelectorAll('[data-seek]')) button.hidden = isHidden
}

document.addEventListener('live:stage', () => {
  const list = listOf()
  if (list) showSeekers(list)
})

/** People who have to pay first have no player. A replay that has just started is still loading it. */
async function playerOf(screen) {
  const { URL, readyState } = screen.contentDocument ?? {}
  if (URL === 'about:blank' || readyState === 'loading')
    await new Promise((resolve) => screen.addEventListener('load', resolve, { once: true }))
  return screen.contentDocument?.querySelector('.screen')
}

addEventListener('click', async ({ target }) => {
  const button = target.closest?.('[data-seek]')
  const screen = button && replay()
  if (!screen) return
  screen.scrollIntoView({ block: 'center' })
  const player = await playerOf(screen)
  if (!player) return
  const seconds = Number(button.dataset.seek)
  if (player.localName === 'video') {
    player.currentTime = seconds
    player.play().catch(() => {})
  } else {
    const address = new URL(player.src)
    address.searchParams.set('start', seconds)
    address.searchParams.set('autoplay', '1')
    player.src = address
  }
})

setUp()

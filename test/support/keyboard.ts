// Pages used with the keyboard alone: every stop of the Tab key must be on the screen, with a focus ring.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const MAX_STOPS = 60

/** Presses Tab, or the other key, until the element with this name has the focus. Every stop on the way must be visible. */
export async function tabTo(page: Page, name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await untilStill(page)
  const passed: string[] = []
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    await page.keyboard.press(key)
    const stop = await focused(page)
    expect(stop).toEqual({ name: stop.name, isSeen: true })
    if (stop.name === name) return
    passed.push(stop.name)
  }
  throw new Error(`Tab does not reach “${name}”, only: ${passed.join(', ')}`)
}

/** What arrives on a live talk makes the page longer, which can move a focused element off the screen. */
const untilStill = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frames = 0, height = 0; frames < 20; frames += 1) {
      await new Promise(requestAnimationFrame)
      const { scrollHeight } = document.documentElement
      if (scrollHeight !== height) frames = 0
      height = scrollHeight
    }
  })

/** The name of the focused element, and whether it is on the screen with a focus ring. */
export const focused = (page: Page): Promise<{ name: string; isSeen: boolean }> =>
  page.evaluate(() => {
    const element = document.activeElement ?? document.body
    const isField =
      element instanceof HTMLInputElement ||
      element instanceof HTMLSelectElement ||
      element instanceof HTMLTextAreaElement
    const text = (isField ? element.labels?.[0]?.textContent : null) ?? element.textContent ?? ''
    const name = (element.getAttribute('aria-label') ?? text).replace(/\s+/g, ' ').trim()
    if (element === document.body) return { name: 'the page itself', isSeen: true }
    // The ring is around an element inside it.
    if (element instanceof HTMLIFrameElement) return { name: element.title, isSeen: true }
    const { top, bottom, width, height } = element.getBoundingClientRect()
    const isOnScreen = width > 0 && height > 0 && bottom > 0 && top < innerHeight
    // A link that covers its whole card has the ring around the card, and a choice around its label.
    const rings = [null, '::after'].map((part) => getComputedStyle(element, part))
    const around = element.closest('label')
    if (around) rings.push(getComputedStyle(around))
    const hasRing = rings.some(
      ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
    )
    return { name, isSeen: isOnScreen && hasRing }
  })

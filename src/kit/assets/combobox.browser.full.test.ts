// Fields with options, in the form of a talk.
import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/scenarios.ts'
import { useBrowser } from '../../../test/support/screens.ts'
import { createSite, signInAtSite } from '../../../test/support/sites.ts'

const server = useApi({ store: 'sqlite' })
const browser = useBrowser()

async function talkForm() {
  const site = await createSite(server)
  await site.talk('Other', { room: 'Cafe', track: 'Resume' })
  const id = await site.talk('Talk', { room: 'Café' })
  const screen = await browser.screen(site, { signedIn: await signInAtSite(site, 'admin') })
  await screen.open(`/backoffice/talks/${id}`)
  return {
    page: screen.page,
    field: (name: string) => screen.page.getByRole('combobox', { name, exact: true }),
  }
}

test('a text that is not an option to the letter stays as it was typed, unless options have other values', async () => {
  const { page, field } = await talkForm()
  const typed = async (label: string, text?: string) => {
    await field(label).focus()
    if (text !== undefined) await field(label).fill(text)
    await page.keyboard.press('Tab')
    return field(label).inputValue()
  }
  expect(await typed('Room')).toBe('Café')
  expect(await typed('Room', 'Cafe')).toBe('Cafe')
  expect(await typed('Track', 'Résumé')).toBe('Résumé')
  expect(await typed('Track', 'resume')).toBe('Resume')
  expect(await typed('Time zone', 'europe/vienna')).toBe('Europe/Vienna')
})

test.each(['Time zone', 'Language'])(
  'a change of the field %s is not lost without a question',
  async (label) => {
    const { page, field } = await talkForm()
    const notice = page.locator('[data-unsaved]')
    await field(label).focus()
    expect(await notice.textContent()).toBe('')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await notice.textContent()).toBe('Unsaved changes')
  },
)

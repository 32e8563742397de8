// Pictures in forms: chosen, cropped by keyboard or mouse, and saved, with and without scripts.
import { describe, expect, inject, test } from 'vitest'
import { jpeg, lookAt, png } from '../../../test/support/pictures.ts'
import { get, useApi } from '../../../test/support/scenarios.ts'
import { useBrowser } from '../../../test/support/screens.ts'
import { createSite, signInAtSite } from '../../../test/support/sites.ts'

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer })

describe.each(inject('stores'))('on %s', (store) => {
  const server = useApi({ store })
  const browser = useBrowser()

  test('a picture is cropped with the keyboard and by dragging, and the crop is what is saved', async () => {
    const site = await createSite(server)
    const signedIn = await signInAtSite(site)
    const { page, open } = await browser.screen(site, { signedIn })
    await open('/account/profile')
    const choose = page.locator('input[name="upload:avatar"]')
    const crop = page.getByRole('application', { name: 'Crop' })
    expect(await crop.isHidden()).toBe(true)
    // Red on the left, blue on the right; turned by its metadata, as cameras do.
    await choose.setInputFiles(file('One.png', await jpeg({ width: 400, height: 200 })))
    await crop.waitFor()
    const sent = page.locator('input[name="crop:avatar"]')
    expect(await sent.inputValue()).toBe('0.250000,0.000000,0.500000,1.000000')
    for (let press = 0; press < 5; press += 1) await crop.press('Shift+ArrowRight')
    expect(await sent.inputValue()).toBe('0.500000,0.000000,0.500000,1.000000')
    await page.getByLabel('Zoom').press('End')
    expect(await sent.inputValue()).toBe('0.687500,0.375000,0.125000,0.250000')
    await crop.scrollIntoViewIfNeeded()
    const canvas = await crop.boundingBox()
    if (!canvas) throw new Error('There is no preview.')
    await page.mouse.move(canvas.x + 10, canvas.y + 10)
    await page.mouse.down()
    await page.mouse.move(canvas.x + 10, canvas.y + 10 + canvas.height, { steps: 5 })
    await page.mouse.up()
    const [left, top] = (await sent.inputValue()).split(',').map(Number)
    expect([left, Math.round(100 * (top ?? 0))]).toEqual([0.6875, 13])
    await page.getByRole('button', { name: 'Use picture' }).click()
    await page.getByText('Uploaded. Save to keep it.').waitFor()
    await page.getByText('Unsaved changes').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Profile saved.').waitFor()
    const { avatar } = await get(site.tenant, `/users/${signedIn.account.id}`)
    expect(avatar).toMatch(/-50x50\.webp$/)
    const { bytes } = await site.visitor.get(avatar)
    expect(await lookAt(bytes)).toMatchObject({ left: 'blue', right: 'blue' })
    expect(await page.getByRole('img', { name: 'Preview' }).getAttribute('src')).toBe(avatar)
    await page.getByRole('button', { name: 'Remove: Picture' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Profile saved.').waitFor()
    expect((await get(site.tenant, `/users/${signedIn.account.id}`)).avatar).toBe(null)
  })

  test('a picture can be discarded, and one that is too large is not sent', async () => {
    const site = await createSite(server)
    const signedIn = await signInAtSite(site, 'admin')
    const { page, open } = await browser.screen(site, { signedIn })
    await open('/backoffice/sponsors/new')
    const choose = page.locator('input[name="upload:icon"]')
    await choose.setInputFiles(file('One.png', await png({ width: 40, height: 20 })))
    await page.getByRole('button', { name: 'Discard' }).click()
    expect(await choose.evaluate((input: HTMLInputElement) => input.files?.length)).toBe(0)
    await choose.setInputFiles(file('Large.png', Buffer.alloc(16 * 1024 * 1024 + 1)))
    const problem = page.getByRole('alert')
    expect(await problem.textContent()).toBe('This file is larger than 16 MB. Choose a smaller one.')
    expect(await choose.evaluate((input: HTMLInputElement) => input.files?.length)).toBe(0)
  })

  test('without scripts, a picture is saved as it is', async () => {
    const site = await createSite(server)
    const signedIn = await signInAtSite(site, 'admin')
    const { page, open } = await browser.screen(site, { signedIn, javaScriptEnabled: false })
    await open('/backoffice/sponsors/new')
    await page.getByLabel('Name', { exact: true }).fill('By hand')
    await page
      .getByLabel('Logo', { exact: true })
      .setInputFiles(file('One.png', await png({ width: 60, height: 20 })))
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('heading', { name: 'By hand' }).first().waitFor()
    const [sponsor] = (await get(site.tenant, '/sponsors')).items
    expect(sponsor.logo).toMatch(/-60x20\.webp$/)
  })
})

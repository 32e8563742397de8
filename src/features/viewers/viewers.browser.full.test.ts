// Viewers of a talk in a browser: open pages are counted once, and only while they are visible.
import { describe, expect, inject, test } from 'vitest'
import { useApi } from '../../../test/support/scenarios.ts'
import { useBrowser } from '../../../test/support/screens.ts'
import { createSite, signInAtSite } from '../../../test/support/sites.ts'

describe.each(inject('stores'))('on %s', (store) => {
  const server = useApi({ store })
  const browser = useBrowser()

  test('two tabs of a visitor are one viewer, and a person who agreed is listed', async () => {
    const site = await createSite(server)
    const id = await site.talk('Talk')
    const visitor = await browser.screen(site)
    await visitor.open(`/talks/${id}`)
    const tab = await visitor.context.newPage()
    await tab.goto(`/talks/${id}`)
    await visitor.page.getByText('Questions and chat').click()

    const person = await browser.screen(site, { signedIn: await signInAtSite(site) })
    await person.open('/account/privacy')
    await person.page.getByLabel('List me as a viewer').check()
    await person.page.getByRole('button', { name: 'Save' }).click()
    await person.page.getByText('Saved.').waitFor()
    await person.open(`/talks/${id}`)
    await visitor.page.getByText('2 here now').waitFor()
    await visitor.page.locator('.viewers-names').getByText('Robin').waitFor()
    await visitor.page.getByRole('link', { name: 'Show list' }).click()
    await visitor.page.getByText('1 listed viewer').waitFor()
  })

  test('a talk without live features is watched, too', async () => {
    const site = await createSite(server)
    const names = ['chat', 'questions', 'surveys', 'viewersCount', 'viewersList', 'rewardsEarning']
    const id = await site.talk('Talk', { features: Object.fromEntries(names.map((name) => [name, false])) })
    const person = await browser.screen(site, { signedIn: await signInAtSite(site) })
    await person.open(`/talks/${id}`)
    const admin = await browser.screen(site, { signedIn: await signInAtSite(site, 'admin') })
    await admin.open(`/talks/${id}`)
    await admin.page.getByText('2 here now').waitFor()
    expect(await person.page.locator('#live').count()).toBe(0)
  })
})

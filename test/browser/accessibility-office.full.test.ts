import { expect, test } from 'vitest'
import { useApi } from '../support/scenarios.ts'
import { useBrowser } from '../support/screens.ts'
import { demoEnv, faultsInArea } from './demo-pages.ts'

const server = useApi({ store: 'sqlite', env: demoEnv })
const browser = useBrowser()

test('axe finds no serious problems on pages for staff', async () => {
  expect(await faultsInArea(server, browser, { area: 'office', locale: 'en-US' })).toEqual([])
})

// Pages of the Back Office and actions that create something, which the search finds by name.
import { foldText, searchWords } from '../../kernel/lib/text/search-keys.ts'
import type { Messages } from '../../kit/messages/messages.ts'
import { officeAreas } from '../../kit/office/office-layout.tsx'
import { IMPORT } from '../../kit/office/paths.ts'
import { settingsTabs, settingsTabsFor } from '../platforms/office-settings-layout.tsx'
import type { PlatformRow } from '../platforms/tables.ts'

export type Place = { title: string; href: string; isAction: boolean }

/** Places whose name contains all words. Without a word, the actions and the areas. */
export function findPlaces(
  { office }: Messages,
  q: string,
  { platform, isOperator }: { platform: Pick<PlatformRow, 'settings'>; isOperator: boolean },
): Place[] {
  const actions = [
    { title: office.talks.form.new, href: '/backoffice/talks/new' },
    { title: office.users.speakers.new, href: '/backoffice/users/new?type=Speaker' },
    { title: office.sponsors.form.new, href: '/backoffice/sponsors/new' },
    { title: office.users.form.new, href: '/backoffice/users/new' },
    { title: office.imports.action, href: IMPORT },
  ].map((action) => ({ ...action, isAction: true }))
  const areas = officeAreas().map(({ name, path: href }) => ({
    title: office.frame.areas[name],
    href,
    isAction: false,
  }))
  const settings = settingsTabsFor(platform, isOperator).map((tab) => ({
    title: `${office.settings.title}: ${office.settings.tabs[tab]}`,
    href: settingsTabs[tab],
    isAction: false,
  }))
  const words = searchWords(q)
  if (words.length === 0) return [...actions, ...areas]
  return [...actions, ...areas, ...settings].filter(({ title }) =>
    words.every((word) => foldText(title).includes(word)),
  )
}

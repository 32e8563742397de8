// The languages of the site, as buttons that open the same page in each.
import { offeredLanguages } from '../../kernel/schema/offered-languages.ts'
import { languageNames } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.tsx'
import type { Visit } from '../pages/visit.ts'

export function LanguageMenu({ visit: { platform, language } }: { visit: Visit }) {
  const { layout: texts } = useMessages()
  const offered = offeredLanguages(platform)
  if (offered.length < 2) return null
  return (
    <form class="language-menu" method="post" action="/language" aria-label={texts.language}>
      {offered.map((one) => (
        <button
          type="submit"
          class="plain"
          name="language"
          value={one}
          lang={one}
          {...(one === language ? { 'aria-current': 'true' as const } : {})}
        >
          {languageNames[one]}
        </button>
      ))}
    </form>
  )
}

// The star of a talk: a button that makes it a favorite.
//
// To show stars on a public page, set `hasStars` in its route (`publicPages.route`) and put `<Star talk={talk} />`
// beside the link of the talk; `TalkCard` already has one. `PublicPage` adds the form of the buttons, and the script.
// `<Star>` renders nothing for breaks and without `hasStars`, such as in embeds. Pages of visitors without an account
// are the same for everyone: `favorites.js` fills their stars from the browser's storage. Stars of signed-in users are
// right without a script. The style sheet draws them, because a page can have hundreds.

import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Services } from '../../kernel/changes/services.ts'
import { useMessages } from '../messages/use-messages.tsx'
import type { VisitUser } from '../pages/visit.ts'

declare module '../../kernel/changes/features.ts' {
  interface FeaturePages {
    /** Without it, no page has stars. */
    stars?: {
      script: string
      readStarred(services: Pick<Services, 'store'>, user: VisitUser): Promise<readonly string[]>
    }
  }
}

const FORM = 'favorites'

/** The stars of a page. */
export type Stars = {
  /** The favorites of a signed-in user; null for visitors without an account. */
  ids: ReadonlySet<string> | null
  csrf: string
  /** The page to which the form redirects. */
  next: string
}

export const StarsContext = createContext<Stars | undefined>(undefined)

type StarProps = {
  talk: { id: string; title: string; kind: string }
  /** Shows a text beside the star. */
  isLabeled?: boolean
}

export function Star({ talk: { id, title, kind }, isLabeled = false }: StarProps) {
  const stars = useContext(StarsContext)
  const { favorites: texts } = useMessages()
  if (!stars || kind === 'break') return null
  const isOn = stars.ids?.has(id) ?? false
  return (
    <button
      class={isLabeled ? 'star labeled' : 'star'}
      type="submit"
      form={FORM}
      name={isOn ? 'remove' : 'add'}
      value={id}
      aria-pressed={isOn}
      {...(isLabeled ? {} : { title: texts.star, 'aria-label': texts.starTalk({ title }) })}
    >
      {isLabeled ? (
        <>
          <span class="when-off">{texts.add}</span>
          <span class="when-on">{texts.added}</span>
        </>
      ) : null}
    </button>
  )
}

/** The form of all stars of a page. Without a script, it sends visitors without an account to the sign-in page. */
export function StarForm({ stars: { ids, csrf, next } }: { stars: Stars }) {
  const { favorites: texts } = useMessages()
  return (
    <form
      id={FORM}
      method={ids ? 'post' : 'get'}
      action={ids ? '/favorites' : '/sign-in'}
      data-failed={texts.notSaved}
      data-full={texts.full}
      class="visually-hidden"
    >
      {ids ? <input type="hidden" name="_csrf" value={csrf} /> : null}
      <input type="hidden" name="next" value={next} />
    </form>
  )
}

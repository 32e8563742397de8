// The people who are watching a talk and agreed to be listed, page by page.
import type { ComponentChildren } from 'preact'
import { Empty } from '../../kit/components/empty.tsx'
import { NumberedPager } from '../../kit/components/pager.tsx'
import { Avatar, displayName } from '../../kit/components/person.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { SearchLine } from '../../kit/site/search-form.tsx'
import { addressOf } from '../../kit/site/site-urls.ts'
import type { TalkRow } from '../talks/tables.ts'
import { hasStage } from '../talks/talk-states.ts'
import { VIEWERS_PER_PAGE } from './limits.ts'
import type { ListedPage } from './store.ts'

type Props = {
  talk: TalkRow
  found: ListedPage
  search: { words: string; page: number }
  /** Whether the reader is listed while watching; null without an account. */
  isListed: boolean | null
}

export function ViewerList({ talk, found: { people, total }, search: { words, page }, isListed }: Props) {
  const { viewers: texts, search } = useMessages()
  const path = `/talks/${talk.id}/viewers`
  const privacy = (text: ComponentChildren) => <a href="/account/privacy">{text}</a>
  return (
    <>
      <p>{hasStage(talk) ? texts.intro : texts.introOnSite}</p>
      {isListed === null ? null : (
        <p class="quiet">
          {isListed ? texts.listed({ change: privacy }) : texts.unlisted({ change: privacy })}
        </p>
      )}
      <search>
        <form class="filters" method="get" action={path}>
          <SearchLine id="viewer-words" words={words} label={texts.search} placeholder={texts.searchHint} />
        </form>
      </search>
      {people.length === 0 ? (
        <Empty icon="users" advice={words === '' ? null : <a href={path}>{search.clear}</a>}>
          {words !== '' ? texts.noMatches : hasStage(talk) ? texts.nobody : texts.nobodyOnSite}
        </Empty>
      ) : (
        <>
          <p class="active-filters">
            <strong>{texts.total({ count: total })}</strong>
          </p>
          <ul class="viewer-list">
            {people.map((person) => (
              <li>
                <Avatar person={person} />
                <span dir="auto">{displayName(person)}</span>
              </li>
            ))}
          </ul>
          <NumberedPager
            page={page}
            pages={Math.ceil(total / VIEWERS_PER_PAGE)}
            linkTo={(other) => addressOf(path, { q: words, page: String(other) })}
          />
        </>
      )}
    </>
  )
}

// The speakers for other sites: picture, name, and job.

import { NumberedPager } from '../../../kit/components/pager.tsx'
import { Avatar, displayName, workOf } from '../../../kit/components/person.tsx'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import type { Visit } from '../../../kit/pages/visit.ts'
import { addressOf } from '../../../kit/site/site-urls.ts'
import type { PeoplePage } from '../../speakers/speakers.ts'
import { EmbedPage, TabLink } from './page-embed.tsx'

type Filters = { track: string; tag: string; highlighted: string; scheme: string }
type SpeakersProps = { visit: Visit; filters: Filters; found: PeoplePage }

export function EmbeddedSpeakers({ visit, filters, found }: SpeakersProps) {
  const { tag, highlighted } = filters
  const { speakers: texts, embeds } = useMessages()
  return (
    <EmbedPage
      visit={visit}
      title={texts.title}
      heading={embeds.speakersOf({ platform: visit.platform.name })}
      scheme={filters.scheme}
    >
      {found.count === 0 ? <p class="notice">{texts.noSpeakers}</p> : null}
      <ul class="embed-people">
        {found.people.map((person) => (
          <li>
            <Avatar person={person} />
            <div>
              <h2>
                <TabLink href={`/speakers/${person.id}`}>
                  <bdi>{displayName(person)}</bdi>
                </TabLink>
              </h2>
              <p dir="auto" class="quiet">
                {workOf(person)}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <NumberedPager
        page={found.page}
        pages={found.pages}
        isMore={found.isMore}
        linkTo={(page) => addressOf('/embed/speakers', { ...filters, page: String(page) })}
      />
      <footer class="embed-foot">
        <span>
          {found.isMore ? texts.moreThan({ count: found.count }) : texts.count({ count: found.count })}
        </span>
        <TabLink href={addressOf('/speakers', { tag, highlighted })}>
          {embeds.allSpeakers({ platform: visit.platform.name })}
        </TabLink>
      </footer>
    </EmbedPage>
  )
}

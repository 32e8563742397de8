// The speakers in pages of other sites: picture, name, and what they do.
import type { PeoplePage } from '../../../domain/site/speakers.ts'
import { Avatar, displayName } from '../../components/person.tsx'
import type { Visit } from '../../pages/visit.ts'
import { addressOf } from '../site-urls.ts'
import { workOf } from '../talk/talk-details.tsx'
import { EmbedPage, TabLink } from './embed-page.tsx'

type Asked = { track: string; tag: string; highlighted: string; scheme: string }
type SpeakersProps = { visit: Visit; asked: Asked; found: PeoplePage }

export function EmbeddedSpeakers({ visit, asked, found }: SpeakersProps) {
  const { tag, highlighted } = asked
  return (
    <EmbedPage visit={visit} title="Speakers" scheme={asked.scheme}>
      {found.count === 0 ? <p class="notice">No speaker has been announced yet.</p> : null}
      <ul class="embed-people">
        {found.people.map((person) => (
          <li>
            <Avatar person={person} />
            <div>
              <h2>
                <TabLink href={`/speakers/${person.id}`}>{displayName(person)}</TabLink>
              </h2>
              <p class="quiet">{workOf(person)}</p>
            </div>
          </li>
        ))}
      </ul>
      <Pages found={found} asked={asked} />
      <footer class="embed-foot">
        <span>{found.count === 1 ? '1 person' : `${found.count} people`}</span>
        <TabLink href={addressOf('/speakers', { tag, highlighted })}>
          All speakers of {visit.platform.name}
        </TabLink>
      </footer>
    </EmbedPage>
  )
}

/** From page to page without leaving the frame. */
function Pages({ found: { page, pages }, asked }: Pick<SpeakersProps, 'found' | 'asked'>) {
  if (pages === 1) return null
  const link = (page: number) => addressOf('/embed/speakers', { ...asked, page: String(page) })
  return (
    <nav class="pages" aria-label="Pages">
      {page > 1 ? (
        <a class="button" rel="prev" href={link(page - 1)}>
          Previous
        </a>
      ) : null}
      <span>
        Page {page} of {pages}
      </span>
      {page < pages ? (
        <a class="button" rel="next" href={link(page + 1)}>
          Next
        </a>
      ) : null}
    </nav>
  )
}

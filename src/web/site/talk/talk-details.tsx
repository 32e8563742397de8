// What stands around the video of a talk: its text, links, tags, people, and the talks beside it.
import type { TalkPage } from '../../../domain/site/talk-page.ts'
import type { ListedPerson, Neighbour } from '../../../store/site/public-talks.ts'
import { Avatar, displayName } from '../../components/person.tsx'
import { Prose } from '../../components/prose.tsx'
import { shortDayText, timeText } from '../../components/time.tsx'
import { addressOf } from '../site-urls.ts'
import type { ZoneChoice } from '../time-zones.ts'

export function TalkDetails({ page: { talk } }: { page: TalkPage }) {
  return (
    <>
      {talk.description ? (
        <section aria-labelledby="about">
          <h2 id="about">About this talk</h2>
          <Prose text={talk.description} />
        </section>
      ) : null}
      {talk.links.length > 0 ? (
        <section aria-labelledby="links">
          <h2 id="links">Links</h2>
          <ul class="links">
            {talk.links.map(({ label, url }) => (
              <li>
                <a href={url} rel="nofollow noopener">
                  {label}
                </a>{' '}
                <span class="quiet">{new URL(url).hostname}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <Tags tags={talk.tags} path="/agenda" />
    </>
  )
}

/** Tags, each leading to what else has it. */
export function Tags({ tags, path }: { tags: readonly string[]; path: string }) {
  if (tags.length === 0) return null
  return (
    <ul class="tags" aria-label="Tags">
      {tags.map((tag) => (
        <li>
          <a class="chip" href={addressOf(path, { tag })}>
            {tag}
          </a>
        </li>
      ))}
    </ul>
  )
}

export function TalkPeople({ speakers, talkId }: { speakers: readonly ListedPerson[]; talkId: string }) {
  return (
    <aside class="talk-side" aria-label="Speakers and calendar">
      {speakers.length > 0 ? (
        <>
          <h2>{speakers.length === 1 ? 'Speaker' : 'Speakers'}</h2>
          <PersonLines people={speakers} />
        </>
      ) : null}
      <p class="actions">
        <a class="button" href={`/talks/${talkId}.ics`}>
          Add to my calendar
        </a>
      </p>
    </aside>
  )
}

/** People as lines of a list: picture, name, and what they do. */
export function PersonLines({ people }: { people: readonly ListedPerson[] }) {
  return (
    <ul class="person-lines">
      {people.map((person) => (
        <li>
          <Avatar person={person} />
          <span>
            <a href={`/speakers/${person.id}`}>{displayName(person)}</a>
            <span class="quiet">{workOf(person)}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** `Engineer, Example Ltd` */
export const workOf = ({ job, company }: Pick<ListedPerson, 'job' | 'company'>): string =>
  [job, company].filter(Boolean).join(', ')

export function TalkNeighbours({ page: { before, after }, choice }: { page: TalkPage; choice: ZoneChoice }) {
  if (!before && !after) return null
  return (
    <nav class="neighbours" aria-label="Other talks">
      {before ? <NeighbourLink talk={before} label="Before" choice={choice} /> : <span />}
      {after ? <NeighbourLink talk={after} label="After" choice={choice} /> : null}
    </nav>
  )
}

type NeighbourProps = { talk: Neighbour; label: 'Before' | 'After'; choice: ZoneChoice }

function NeighbourLink({ talk, label, choice: { zone, parameter } }: NeighbourProps) {
  return (
    <a
      class={`neighbour ${label.toLowerCase()}`}
      href={addressOf(`/talks/${talk.id}`, { zone: parameter })}
      rel={label === 'Before' ? 'prev' : 'next'}
    >
      <span class="quiet">
        {label === 'Before' ? 'Previous' : 'Next'} · {shortDayText(talk.startAt, zone)},{' '}
        {timeText(talk.startAt, zone)}
      </span>
      <strong>{talk.title}</strong>
    </a>
  )
}

// Everything around the video of a talk: description, links, tags, people, and neighboring talks.

import { Icon } from '../../kit/components/icon.tsx'
import { Markdown } from '../../kit/components/prose.tsx'
import { Tags } from '../../kit/components/tags.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { addressOf } from '../../kit/site/site-urls.ts'
import type { ZoneChoice } from '../../kit/site/time-zones.ts'
import { PersonLines } from '../talks/programme/page-person-lines.tsx'
import type { ListedPerson, Neighbor } from '../talks/programme/public-talks-store.ts'
import type { TalkPage } from './talk-page.ts'

export function TalkDetails({ page: { talk, files } }: { page: TalkPage }) {
  const { talk: texts, formats } = useMessages()
  return (
    <>
      {talk.description || talk.details ? (
        <section aria-labelledby="about">
          <h2 id="about">{texts.about}</h2>
          {talk.description ? <Markdown text={talk.description} /> : null}
          {talk.details ? <Markdown text={talk.details} /> : null}
        </section>
      ) : null}
      {files.length > 0 ? (
        <section aria-labelledby="files">
          <h2 id="files">{texts.files}</h2>
          <ul class="links">
            {files.map(({ label, url, bytes }) => (
              <li>
                <Icon name="file-text" />{' '}
                <a href={url} download={`${label}.pdf`}>
                  {label}
                </a>{' '}
                <span class="quiet">{texts.pdf({ size: formats.fileSize(bytes) })}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {talk.links.length > 0 ? (
        <section aria-labelledby="links">
          <h2 id="links">{texts.links}</h2>
          <ul class="links">
            {talk.links.map(({ label, url }) => (
              <li>
                <Icon name="link" />{' '}
                <a dir="auto" href={url} rel="nofollow noopener">
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

export function TalkPeople({ speakers, talkId }: { speakers: readonly ListedPerson[]; talkId: string }) {
  const { talk: texts } = useMessages()
  return (
    <aside class="talk-side" aria-label={texts.side}>
      {speakers.length > 0 ? (
        <>
          <h2>{texts.speakersHeading({ count: speakers.length })}</h2>
          <PersonLines people={speakers} />
        </>
      ) : null}
      <p class="actions">
        <a class="button" href={`/talks/${talkId}.ics`}>
          <Icon name="calendar-plus" />
          {texts.addToCalendar}
        </a>
      </p>
    </aside>
  )
}

/** Links to the talks before and after this one. */
export function TalkNeighbors({ page: { before, after }, choice }: { page: TalkPage; choice: ZoneChoice }) {
  const { talk: texts, time } = useMessages()
  if (!before && !after) return null
  const timeOf = ({ startAt }: Neighbor) =>
    `${time.shortDay(startAt, choice.zone)}, ${time.clock(startAt, choice.zone)}`
  const addressOfTalk = ({ id }: Neighbor) => addressOf(`/talks/${id}`, { zone: choice.parameter })
  return (
    <nav class="neighbors" aria-label={texts.neighbors}>
      {before ? (
        <a class="neighbor" href={addressOfTalk(before)} rel="prev">
          <span class="quiet">{texts.previous({ time: timeOf(before) })}</span>
          <strong dir="auto">{before.title}</strong>
        </a>
      ) : (
        <span />
      )}
      {after ? (
        <a class="neighbor after" href={addressOfTalk(after)} rel="next">
          <span class="quiet">{texts.next({ time: timeOf(after) })}</span>
          <strong dir="auto">{after.title}</strong>
        </a>
      ) : null}
    </nav>
  )
}

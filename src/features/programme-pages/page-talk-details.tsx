// Everything around the video of a talk: description, links, tags, people, and neighboring talks.

import { Icon } from '../../kit/components/icon.tsx'
import { Markdown } from '../../kit/components/prose.tsx'
import { Tags } from '../../kit/components/tags.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { addressOf } from '../../kit/site/site-urls.ts'
import type { ZoneChoice } from '../../kit/site/time-zones.ts'
import { PersonLines } from '../talks/programme/page-person-lines.tsx'
import { TalkCard } from '../talks/programme/page-talk-card.tsx'
import type { Neighbor } from '../talks/programme/public-talks-store.ts'
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

export function TalkPeople({ speakers }: Pick<TalkPage, 'speakers'>) {
  const { talk: texts } = useMessages()
  if (speakers.length === 0) return null
  return (
    <section class="talk-people" aria-labelledby="people">
      <h2 id="people">{texts.speakersHeading({ count: speakers.length })}</h2>
      <PersonLines people={speakers} />
    </section>
  )
}

type OfChoice = { page: TalkPage; choice: ZoneChoice }

/** Talks of the same speakers and of the same track. */
export function RelatedTalks({ page: { related }, choice, language }: OfChoice & { language: string }) {
  const { talk: texts } = useMessages()
  if (related.length === 0) return null
  return (
    <section class="talk-related" aria-labelledby="related">
      <h2 id="related">{texts.related}</h2>
      <ul class="talk-cards">
        {related.map((talk) => (
          <TalkCard
            talk={talk}
            zone={choice.zone}
            zoneParameter={choice.parameter}
            language={language}
            hasDay
          />
        ))}
      </ul>
    </section>
  )
}

/** Links to the talks before and after this one. */
export function TalkNeighbors({ page: { before, after }, choice }: OfChoice) {
  const { talk: texts, time } = useMessages()
  if (!before && !after) return null
  const timeOf = ({ startAt }: Neighbor) =>
    `${time.shortDay(startAt, choice.zone)}, ${time.clock(startAt, choice.zone)}`
  const addressOfTalk = ({ id }: Neighbor) => addressOf(`/talks/${id}`, { zone: choice.parameter })
  return (
    <nav class="neighbors" aria-label={texts.neighbors}>
      {before ? (
        <a class="neighbor" href={addressOfTalk(before)} rel="prev">
          <Icon name="arrow-left" />
          <span>
            <span class="quiet">{texts.previous({ time: timeOf(before) })}</span>
            <strong dir="auto">{before.title}</strong>
          </span>
        </a>
      ) : null}
      {after ? (
        <a class="neighbor after" href={addressOfTalk(after)} rel="next">
          <span>
            <span class="quiet">{texts.next({ time: timeOf(after) })}</span>
            <strong dir="auto">{after.title}</strong>
          </span>
          <Icon name="arrow-right" />
        </a>
      ) : null}
    </nav>
  )
}

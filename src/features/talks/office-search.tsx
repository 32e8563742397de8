// Talks in the search of the Back Office.
import { readSorted, SEARCHED } from '../../kernel/changes/sorted-lists.ts'
import { bestMatches } from '../../kernel/lib/text/best-matches.ts'
import { FromTo } from '../../kit/components/time.tsx'
import type { FindInOffice } from '../../kit/office/search.ts'
import { talkList } from './lists.ts'

export const findTalks: FindInOffice = async (services, caller, q, { messages, zone }) => {
  const { search: texts } = messages.office
  const { items } = await readSorted(services, caller, talkList, { q, ...SEARCHED }, [])
  return {
    place: 10,
    icon: 'presentation',
    title: texts.talks,
    all: texts.all.talks,
    list: '/backoffice/talks',
    hits: bestMatches(q, items, ({ title }) => [title]).map(({ id, title, startAt, endAt, track }) => ({
      href: `/backoffice/talks/${id}`,
      title,
      about: (
        <>
          {messages.time.shortDay(startAt, zone)}, <FromTo start={startAt} end={endAt} zone={zone} />
          {track ? ` · ${track}` : ''}
        </>
      ),
    })),
  }
}

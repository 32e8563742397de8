// Sponsors in the search of the Back Office.
import { readSorted, SEARCHED } from '../../kernel/changes/sorted-lists.ts'
import { bestMatches } from '../../kernel/lib/text/best-matches.ts'
import type { FindInOffice } from '../../kit/office/search.ts'
import { sponsorList } from './lists.ts'

export const findSponsors: FindInOffice = async (services, caller, q, { messages }) => {
  const { search: texts } = messages.office
  const { items } = await readSorted(services, caller, sponsorList, { q, ...SEARCHED }, [])
  return {
    place: 30,
    icon: 'award',
    title: texts.sponsors,
    all: texts.all.sponsors,
    list: '/backoffice/sponsors',
    hits: bestMatches(q, items, ({ name }) => [name]).map(({ id, name, website }) => ({
      href: `/backoffice/sponsors/${id}`,
      title: name,
      about: website,
    })),
  }
}

// The place in a list: the rows that are shown, and the numbered pages.
import type { NumberedPage } from '../../kernel/changes/numbered-pages.ts'
import { PageLink } from '../components/pager.tsx'
import { useMessages } from '../messages/use-messages.tsx'

type ListPagerProps = { place: NumberedPage; shown: number; hrefOf: (page: number) => string }

export function ListPager({ place, shown, hrefOf }: ListPagerProps) {
  const { pagination, office, formats } = useMessages()
  const { page, pages, count, isMore, offset } = place
  if (pages === 1) return null
  const range = { from: offset + 1, to: offset + shown, count }
  return (
    <nav class="pager list-pager" aria-label={pagination.label}>
      <span class="quiet">{isMore ? office.lists.rangeOfMore(range) : office.lists.range(range)}</span>
      <PageLink href={page > 1 ? hrefOf(page - 1) : undefined} rel="prev" text={pagination.previous} />
      <ol>
        {numbersAround(page, pages).map((number, index, all) => (
          <li {...(number - (all[index - 1] ?? 0) > 1 ? { class: 'after-gap' } : {})}>
            <a
              class="button plain"
              href={hrefOf(number)}
              aria-label={pagination.page({ page: number })}
              {...(number === page ? { 'aria-current': 'page' as const } : {})}
            >
              {formats.number(number)}
            </a>
          </li>
        ))}
      </ol>
      <PageLink href={page < pages ? hrefOf(page + 1) : undefined} rel="next" text={pagination.next} />
    </nav>
  )
}

/** The first and the last page, and those beside the current one. */
function numbersAround(page: number, pages: number): number[] {
  const near = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages)
  return [...new Set(near)].sort((a, b) => a - b)
}

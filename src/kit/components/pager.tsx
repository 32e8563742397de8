// Links between the pages of a list.
import type { ComponentChildren } from 'preact'
import { useMessages } from '../messages/use-messages.tsx'

type PagerProps = {
  /** Addresses; undefined at the ends of the list. */
  previous: string | undefined
  next: string | undefined
  /** The reader's position, such as `Page 2 of 5`. */
  children?: ComponentChildren
}

/** Renders nothing if the list has only one page. */
function Pager({ previous, next, children }: PagerProps) {
  const { pagination } = useMessages()
  if (previous === undefined && next === undefined) return null
  return (
    <nav class="pager" aria-label={pagination.label}>
      <PageLink href={previous} rel="prev" text={pagination.previous} />
      {children ? <span>{children}</span> : null}
      <PageLink href={next} rel="next" text={pagination.next} />
    </nav>
  )
}

type NumberedProps = {
  page: number
  pages: number
  /** Whether there are more pages than were counted. */
  isMore?: boolean
  linkTo: (page: number) => string
}

/** The pager of a list with numbered pages, starting at 1. */
export function NumberedPager({ page, pages, isMore = false, linkTo }: NumberedProps) {
  const { pagination } = useMessages()
  return (
    <Pager
      previous={page > 1 ? linkTo(page - 1) : undefined}
      next={page < pages ? linkTo(page + 1) : undefined}
    >
      {isMore ? pagination.page({ page }) : pagination.position({ page, pages })}
    </Pager>
  )
}

type LogProps = { newest?: string | undefined; older: string | undefined }

/** The pager of a log, which starts with its newest entry. */
export function LogPager({ newest, older }: LogProps) {
  const { pagination } = useMessages()
  if (newest === undefined && older === undefined) return null
  return (
    <nav class="pager" aria-label={pagination.label}>
      {newest === undefined ? null : <PageLink href={newest} text={pagination.newest} />}
      {older === undefined ? null : <PageLink href={older} rel="next" text={pagination.older} />}
    </nav>
  )
}

type LinkProps = { href: string | undefined; rel?: 'prev' | 'next'; text: string }

export function PageLink({ href, rel, text }: LinkProps) {
  if (href === undefined)
    return (
      <span class="button" aria-disabled="true">
        {text}
      </span>
    )
  return (
    <a class="button" href={href} {...(rel ? { rel } : {})}>
      {text}
    </a>
  )
}

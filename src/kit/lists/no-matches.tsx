// Shown instead of a list if no row matches the search and filters.
import { Empty } from '../components/empty.tsx'
import { useMessages } from '../messages/use-messages.tsx'

/** `path` is the path of the list without filters. */
export function NoMatches({ text, path }: { text: string; path: string }) {
  const { clear } = useMessages().search
  return (
    <Empty icon="search" advice={<a href={path}>{clear}</a>}>
      {text}
    </Empty>
  )
}

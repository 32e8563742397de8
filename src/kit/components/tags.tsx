// The tags of talks and people.
import { useMessages } from '../messages/use-messages.tsx'
import { addressOf } from '../site/site-urls.ts'

/** Tags, each linked to everything else with that tag. */
export function Tags({ tags, path }: { tags: readonly string[]; path: string }) {
  const { talk: texts } = useMessages()
  if (tags.length === 0) return null
  return (
    <ul class="tags" aria-label={texts.tags}>
      {tags.map((tag) => (
        <li>
          <a dir="auto" class="chip" href={addressOf(path, { tag })}>
            {tag}
          </a>
        </li>
      ))}
    </ul>
  )
}

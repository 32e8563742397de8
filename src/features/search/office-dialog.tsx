// The link to the search on every page of the Back Office, and its dialog.
import { Icon } from '../../kit/components/icon.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { SEARCH } from '../../kit/office/paths.ts'

export function SearchLink() {
  const { title, keys } = useMessages().office.search
  return (
    <a class="search-link" href={SEARCH} data-search>
      <Icon name="search" />
      <span>{title}</span>
      <kbd data-mac={keys.mac} data-other={keys.other} hidden />
    </a>
  )
}

/** Opened and filled by office-search.js. */
export function SearchDialog() {
  const { title, hint } = useMessages().office.search
  return (
    <dialog class="dialog search-dialog" id="search" aria-label={title} data-path={SEARCH}>
      <search>
        <form action={SEARCH}>
          <Icon name="search" />
          <input
            type="search"
            dir="auto"
            name="q"
            maxLength={200}
            autoComplete="off"
            placeholder={hint}
            aria-label={hint}
            aria-controls="search-found"
          />
        </form>
      </search>
      <div id="search-found" aria-live="polite" />
    </dialog>
  )
}

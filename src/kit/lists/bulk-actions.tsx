// Selecting rows of a list, and the bar with the buttons that act on them. `office-lists.js` counts the selected rows and
// makes the boxes that select all work.
import type { ComponentChildren } from 'preact'
import type { NumberedPage } from '../../kernel/changes/numbered-pages.ts'
import { Icon } from '../components/icon.tsx'
import { useMessages } from '../messages/use-messages.tsx'
import type { BulkActions, BulkPages, Selectable } from './list-definition.ts'

const ROW_FIELD = 'id'

/** Shown at the lower edge of the window while a row is selected. */
function SelectionBar({ children, matching }: { children: ComponentChildren; matching?: ComponentChildren }) {
  const texts = useMessages().office.lists
  return (
    <div class="bulk-bar" role="toolbar" aria-label={texts.selection}>
      <output data-selected={texts.selected({ n: '{n}' })} />
      {matching}
      <div class="bulk-buttons">{children}</div>
    </div>
  )
}

export function BulkBar<Row>({ bulk: { field, actions } }: { bulk: BulkActions<Row> }) {
  return (
    <SelectionBar>
      {actions.map(({ value, labelForSelected, isDanger }) => (
        <button type="submit" name={field} value={value} {...(isDanger ? { class: 'danger' } : {})}>
          {labelForSelected}
        </button>
      ))}
    </SelectionBar>
  )
}

type BulkPagesProps<Row> = { bulkPages: BulkPages<Row>; place: NumberedPage }

/** Each button opens the page of its action with the selected rows, or with all matching rows. */
export function BulkPagesBar<Row>({
  bulkPages: { actions },
  place: { count, pages, isMore },
}: BulkPagesProps<Row>) {
  const texts = useMessages().office.lists
  const matching = (
    <label class="choose-matching">
      <input type="checkbox" name="scope" value="matching" data-count={isMore ? `${count}+` : count} />
      {isMore ? texts.allMatching : texts.allMatchingCounted({ count })}
    </label>
  )
  return (
    <SelectionBar matching={pages > 1 ? matching : null}>
      {actions.map(({ path, text, icon }) => (
        <button type="submit" formAction={path}>
          {icon ? <Icon name={icon} /> : null}
          {text}
        </button>
      ))}
    </SelectionBar>
  )
}

/** Beside the number of rows on phones, which do not show the table head. */
export function ChooseAll() {
  const { selectAll } = useMessages().office.lists
  return (
    <label class="choose-all">
      <input type="checkbox" data-checks={ROW_FIELD} />
      {selectAll}
    </label>
  )
}

export function SelectAll() {
  const { selectAllOnPage } = useMessages().office.lists
  return (
    <th scope="col" class="pick-cell">
      <label class="pick pick-all">
        <input type="checkbox" data-checks={ROW_FIELD} />
        <span class="visually-hidden">{selectAllOnPage}</span>
      </label>
    </th>
  )
}

type SelectProps<Row> = { selectable: Selectable<Row>; row: Row }

export function SelectRow<Row>({ selectable: { idOf, nameOf }, row }: SelectProps<Row>) {
  const { select } = useMessages().office.lists
  return (
    <td class="pick-cell">
      <label class="pick">
        <input type="checkbox" name={ROW_FIELD} value={idOf(row)} />
        <span class="visually-hidden">{select({ name: nameOf(row) })}</span>
      </label>
    </td>
  )
}

type RowProps<Row> = { bulk: BulkActions<Row>; row: Row }

export function BulkActionsCell<Row>({ bulk: { field, actions, idOf, nameOf }, row }: RowProps<Row>) {
  return (
    <td>
      <div class="row-buttons">
        {actions.map(({ value, label, labelFor, isDanger }) => (
          <button
            type="submit"
            name={field}
            value={`${value}:${idOf(row)}`}
            aria-label={labelFor(nameOf(row))}
            {...(isDanger ? { class: 'danger' } : {})}
          >
            {label}
          </button>
        ))}
      </div>
    </td>
  )
}

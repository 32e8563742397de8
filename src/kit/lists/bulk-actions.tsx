// Selecting rows of a list, and the buttons that act on them. `office-forms.js` makes the boxes that select all work.
import { useMessages } from '../messages/use-messages.tsx'
import type { BulkActions, Selectable } from './list-definition.ts'

const ROW_FIELD = 'id'

export function BulkBar<Row>({ bulk: { field, actions } }: { bulk: BulkActions<Row> }) {
  return (
    <div class="bulk-bar">
      <ChooseAll />
      {actions.map(({ value, labelForSelected, isDanger }) => (
        <button type="submit" name={field} value={value} {...(isDanger ? { class: 'danger' } : {})}>
          {labelForSelected}
        </button>
      ))}
    </div>
  )
}

/** Opens the page that changes the selected rows, or all matching rows. */
export function BulkEditBar() {
  const texts = useMessages().office.lists
  return (
    <div class="bulk-bar">
      <ChooseAll />
      <button type="submit" name="scope" value="selected">
        {texts.editSelected}
      </button>
      <button type="submit" name="scope" value="matching">
        {texts.editMatching}
      </button>
    </div>
  )
}

function ChooseAll() {
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
    <th scope="col">
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

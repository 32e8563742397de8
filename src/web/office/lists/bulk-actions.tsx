// Selecting rows of a list, and the buttons that act on them. `office-forms.js` shows the boxes that select all.
import { useMessages } from '../../messages/use-messages.tsx'
import type { BulkActions } from './list-definition.ts'

const ROW_FIELD = 'id'

export function BulkBar<Row>({ bulk: { field, actions } }: { bulk: BulkActions<Row> }) {
  const { selectAll } = useMessages().office.lists
  return (
    <div class="bulk-bar">
      <label class="choose-all" hidden>
        <input type="checkbox" data-checks={ROW_FIELD} />
        {selectAll}
      </label>
      {actions.map(({ value, labelForSelected, isDanger }) => (
        <button type="submit" name={field} value={value} {...(isDanger ? { class: 'danger' } : {})}>
          {labelForSelected}
        </button>
      ))}
    </div>
  )
}

export function SelectAll() {
  const { selectAllOnPage } = useMessages().office.lists
  return (
    <th scope="col">
      <label class="pick" hidden>
        <input type="checkbox" data-checks={ROW_FIELD} />
        <span class="visually-hidden">{selectAllOnPage}</span>
      </label>
    </th>
  )
}

type RowProps<Row> = { bulk: BulkActions<Row>; row: Row }

export function SelectRow<Row>({ bulk: { idOf, nameOf }, row }: RowProps<Row>) {
  const { select } = useMessages().office.lists
  return (
    <td class="pick-cell">
      <label class="pick">
        <input type="checkbox" name={ROW_FIELD} value={idOf(row)} />
        <span class="visually-hidden">{select(nameOf(row))}</span>
      </label>
    </td>
  )
}

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

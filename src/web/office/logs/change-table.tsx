// The changed values of one object as a table, with accounts by name.
import type { ValueChange } from '../../../lib/data/diff.ts'
import { isPicturePath } from '../../../lib/web/file-paths.ts'
import type { UserRow } from '../../../store/sql/tables.ts'
import { displayName } from '../../components/person.tsx'
import { smallPicture } from '../../components/picture.tsx'
import type { Messages } from '../../messages/messages.ts'
import { useMessages } from '../../messages/use-messages.tsx'

/** Accounts by id. */
export type People = ReadonlyMap<string, UserRow>

type TableProps = {
  changes: readonly ValueChange[]
  columns: readonly ('before' | 'after')[]
  people: People
  /** What readers who do not know the API call its attributes. */
  labels?: Readonly<Record<string, string>>
}

export function ChangeTable({ changes, columns, people, labels }: TableProps) {
  const { history } = useMessages().office.changes
  return (
    <div class="table-frame list-table">
      <table class="history-changes">
        <thead>
          <tr>
            <th scope="col">{history.field}</th>
            {columns.map((column) => (
              <th scope="col">{history[column]}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr>
              <th scope="row">{labels?.[change.pointer.slice(1)] ?? fieldName(change.pointer)}</th>
              {columns.map((column) => (
                <td data-column={history[column]}>
                  <Value value={change[column]} pointer={change.pointer} people={people} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** `/options/displayInLobby` as `options › displayInLobby`: the names of the API, which its users know. */
const fieldName = (pointer: string): string =>
  pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join(' › ')

type Texts = Messages['office']['changes']

function Value({ value, pointer, people }: { value: unknown; pointer: string; people: People }) {
  const texts = useMessages().office.changes
  if (value === null || value === undefined || value === '') return <span class="quiet">–</span>
  if (isPicturePath(String(value)))
    return <img class="change-picture" src={smallPicture(String(value), 320)} alt={String(value)} />
  const isPeople = Array.isArray(value) && (pointer === '/speakers' || pointer === '/moderators')
  const text = isPeople
    ? value.map((id) => personText(String(id), people, texts)).join('\n') || texts.none
    : valueText(value, texts)
  return (
    <span dir="auto" class="value">
      {text}
    </span>
  )
}

/** Any JSON value as text: one line for each item, members as `name: value`. */
function valueText(value: unknown, texts: Texts): string {
  if (value === null) return '–'
  if (typeof value === 'boolean') return value ? texts.on : texts.off
  if (Array.isArray(value)) return value.map((item) => itemText(item, texts)).join('\n') || texts.none
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, member]) => `${name}: ${valueText(member, texts)}`)
      .join('\n')
  return String(value)
}

const itemText = (item: unknown, texts: Texts): string =>
  typeof item === 'object' && item !== null
    ? Object.values(item)
        .map((member) => valueText(member, texts))
        .join(': ')
    : valueText(item, texts)

function personText(id: string, people: People, texts: Texts): string {
  const user = people.get(id)
  return user ? `${displayName(user)} (${user.email})` : texts.deletedAccount(id.slice(-6))
}

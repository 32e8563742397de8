// The changed values of one object as a table, with accounts by name.
import type { ValueChange } from '../../kernel/lib/data/diff.ts'
import { isPicturePath } from '../../kernel/lib/web/file-paths.ts'
import { displayName } from '../../kit/components/person.tsx'
import { smallPicture } from '../../kit/components/picture.tsx'
import type { Messages } from '../../kit/messages/messages.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { Timestamp } from '../../kit/office/timestamp.tsx'
import type { UserRow } from '../people/tables.ts'
import type { HistoryNames } from './office-history-names.ts'

/** Accounts by id. */
export type People = ReadonlyMap<string, UserRow>

type TableProps = {
  changes: readonly ValueChange[]
  columns: readonly ('before' | 'after')[]
  people: People
  names: HistoryNames
  zone: string
}

export function ChangeTable({ changes, columns, people, names, zone }: TableProps) {
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
              <th scope="row">{names.attributes[pathOf(change.pointer)] ?? fieldName(change.pointer)}</th>
              {columns.map((column) => (
                <td data-column={history[column]}>
                  <Value value={change[column]} pointer={change.pointer} {...{ people, names, zone }} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const pathOf = (pointer: string): string => pointer.slice(1).replaceAll('/', '.')

/**
 * The name of an attribute without its own text, from its pointer: `/socials/mastodon` becomes `socials › mastodon`.
 */
const fieldName = (pointer: string): string =>
  pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join(' › ')

type Texts = Messages['office']['changes']

const times: ReadonlySet<string> = new Set(['/start', '/openedAt', '/closedAt'])

type ValueProps = Pick<TableProps, 'people' | 'names' | 'zone'> & { value: unknown; pointer: string }

function Value({ value, pointer, people, names, zone }: ValueProps) {
  const texts = useMessages().office.changes
  if (value === null || value === undefined || value === '') return <span class="quiet">–</span>
  if (times.has(pointer)) return <Timestamp at={Date.parse(String(value))} zone={zone} />
  if (isPicturePath(String(value)))
    return <img class="change-picture" src={smallPicture(String(value), 320)} alt={String(value)} />
  const isPeople = Array.isArray(value) && (pointer === '/speakers' || pointer === '/moderators')
  const text = isPeople
    ? value.map((id) => personText(String(id), people, texts)).join('\n') || texts.none
    : (names.values?.[pathOf(pointer)]?.[String(value)] ?? valueText(value, texts))
  return (
    <span dir="auto" class="value">
      {text}
    </span>
  )
}

/** Any JSON value as text: one line per item, members as `name: value`. */
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
  return user ? `${displayName(user)} (${user.email})` : texts.deletedAccount({ id: id.slice(-6) })
}

// The columns of a list that a person has chosen, kept in a cookie for each list.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { useMessages } from '../messages/use-messages.tsx'
import { queryOf, withQuery } from '../office/query-string.ts'
import type { Column } from './list-definition.ts'
import { ListMenu, MenuLinks } from './list-filters.tsx'

const ONE_YEAR_SECONDS = 365 * 86_400
/** The parameter that chooses columns: their keys. It is empty for the usual ones. */
const PARAMETER = 'columns'
const NONE = '-'

type Keys = ReadonlySet<string>
export type ChosenColumns<Row> = {
  shown: readonly Column<Row>[]
  /** Whether the address has just chosen them, so that the menu stays open. */
  isChoosing: boolean
}

/** The columns to show: those of the address, which are kept, or those of the cookie. Otherwise, the usual ones. */
export function chosenColumns<Row>(
  request: FastifyRequest,
  reply: FastifyReply,
  { path, columns, rows }: { path: string; columns: readonly Column<Row>[]; rows: readonly Row[] },
): ChosenColumns<Row> {
  const cookie = `columns-${path.split('/').at(-1)}`
  const sent = queryOf(request)(PARAMETER)
  if (sent !== undefined)
    reply.setCookie(cookie, sent.slice(0, 200), {
      ...{ path, secure: true, httpOnly: true, sameSite: 'lax', maxAge: ONE_YEAR_SECONDS },
    })
  const chosen = keysOf(sent ?? request.cookies[cookie])
  const shown = columns.filter((column) => isShown(column, rows, chosen))
  return {
    shown: chosen ? shown.map((column) => ({ ...column, isMinor: false })) : shown,
    isChoosing: sent !== undefined,
  }
}

const keysOf = (text: string | undefined): Keys | undefined =>
  text === undefined ? undefined : new Set(text.split('.'))

function isShown<Row>({ key, isExtra, sameBy }: Column<Row>, rows: readonly Row[], chosen: Keys | undefined) {
  if (key === undefined) return true
  if (chosen) return chosen.has(key)
  const areEqual = sameBy !== undefined && rows.length > 1 && new Set(rows.map(sameBy)).size === 1
  return !isExtra && !areEqual
}

type MenuProps = {
  path: string
  columns: readonly Pick<Column<never>, 'key' | 'name'>[]
  shown: readonly Pick<Column<never>, 'key' | 'isMinor'>[]
  isChoosing: boolean
  kept: Readonly<Record<string, string | undefined>>
}

export function ColumnMenu({ path, columns, shown, isChoosing, kept }: MenuProps) {
  const texts = useMessages().office.lists
  const keys = shown.flatMap(({ key }) => key ?? [])
  const offered = columns.flatMap(({ key, name }) => (key === undefined ? [] : [{ key, name }]))
  if (offered.length === 0) return null
  return (
    <ListMenu icon="columns" text={texts.columns} class="column-menu" isOpen={isChoosing}>
      <MenuLinks
        links={offered.flatMap(({ key, name }) => {
          const link = (next: readonly string[], isCurrent: boolean) => ({
            href: withQuery(path, { ...kept, [PARAMETER]: next.join('.') || NONE }),
            text: name,
            isCurrent,
          })
          const column = shown.find((one) => one.key === key)
          if (column === undefined) return [link([...keys, key], false)]
          const removing = link(
            keys.filter((one) => one !== key),
            true,
          )
          // A narrow window shows a minor column only if it has been chosen.
          return column.isMinor
            ? [
                { ...removing, class: 'minor' },
                { ...link(keys, false), class: 'if-narrow' },
              ]
            : [removing]
        })}
      />
    </ListMenu>
  )
}

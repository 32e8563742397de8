// What the pages of one object have in common: its name, its tabs, what has just been done, what stood in the way.
import type { ComponentChildren } from 'preact'
import type { Problem } from '../../../domain/changes/errors.ts'
import { usePlace } from '../../components/form-fields.tsx'

export type ObjectArea = 'talks' | 'sponsors' | 'users'

export const singular: Record<ObjectArea, string> = { talks: 'Talk', sponsors: 'Sponsor', users: 'User' }
const plural: Record<ObjectArea, string> = { talks: 'Talks', sponsors: 'Sponsors', users: 'Users' }

type HeadProps = {
  area: ObjectArea
  id: string
  title: string
  current: 'edit' | 'access' | 'history' | 'delete'
  /** Deleted: only its history is left. */
  isGone?: boolean
  /** Beside the name: marks, links. */
  children?: ComponentChildren
}

export function ObjectHead({ area, id, title, current, isGone = false, children }: HeadProps) {
  const path = `/backoffice/${area}/${id}`
  const tabs = [
    ['edit', path, 'Edit'],
    ...(area === 'users' ? [['access', `${path}/access`, 'Access'] as const] : []),
    ['history', `${path}/history`, 'History'],
    ['delete', `${path}/delete`, 'Delete'],
  ] as const
  return (
    <>
      <p class="crumb">
        <a href={`/backoffice/${area}`}>{plural[area]}</a>
      </p>
      <h1>{title}</h1>
      {children ? <div class="object-marks">{children}</div> : null}
      <nav class="tabs" aria-label={singular[area]}>
        {tabs
          .filter(([name]) => !isGone || name === 'history')
          .map(([name, href, text]) => (
            <a href={href} {...(name === current ? { 'aria-current': 'page' as const } : {})}>
              {text}
            </a>
          ))}
      </nav>
    </>
  )
}

export function NewHead({ area, title }: { area: ObjectArea; title: string }) {
  return (
    <>
      <p class="crumb">
        <a href={`/backoffice/${area}`}>{plural[area]}</a>
      </p>
      <h1>{title}</h1>
    </>
  )
}

const done: Record<string, string> = {
  created: 'Created.',
  saved: 'Saved.',
  unchanged: 'Nothing to change: everything is as it was.',
  deleted: 'Deleted.',
  role: 'The role has been changed.',
  accepted: 'The registration has been accepted.',
  rejected: 'The registration has been rejected.',
  'second-factor': 'The second factor has been taken away: the password alone signs in.',
}

/** What the form before this page did. */
export function DoneNotice({ what }: { what: string | undefined }) {
  const text = what !== undefined && Object.hasOwn(done, what) ? done[what] : undefined
  if (text === undefined) return null
  return (
    <div class="notice good" role="status">
      <p>{text}</p>
    </div>
  )
}

type ListProblemsProps = { problems: readonly Problem[]; list: string; label: string }

/** Problems of a list as a whole, such as that it has no item. Its fieldset has the name of the list as id. */
export function ListProblems({ problems, list, label }: ListProblemsProps) {
  const isOwn = (pointer: string) => pointer === `/${list}`
  usePlace({ id: list, label, isOwn })
  const own = problems.filter(({ pointer }) => pointer !== undefined && isOwn(pointer))
  if (own.length === 0) return null
  return <p class="problem">{own.map((problem) => problem.message).join('; ')}</p>
}

/** A button that Enter presses: the first of the form, so that no other one is. */
export function DefaultButton() {
  return (
    <button class="visually-hidden" type="submit" name="do" value="save" tabIndex={-1} aria-hidden="true">
      Save
    </button>
  )
}

// The layout of a form: two columns, groups with headings, groups that are closed at first, and the bar that saves.
import type { ComponentChildren } from 'preact'
import type { Problem } from '../../kernel/changes/errors.ts'
import { useMessages } from '../messages/use-messages.tsx'

type ColumnsProps = { first: ComponentChildren; side: ComponentChildren; children: ComponentChildren }

/** On narrow screens one below the other: the content, the side, and the rest of the content. */
export function FormColumns({ first, side, children }: ColumnsProps) {
  return (
    <div class="form-columns">
      <div class="form-first">{first}</div>
      <div class="form-side">{side}</div>
      <div class="form-rest">{children}</div>
    </div>
  )
}

/** A group of fields that belong together. The heading above the form may be its title. */
export const Group = ({ title, children }: { title?: string; children: ComponentChildren }) => (
  <fieldset>
    {title === undefined ? null : <legend>{title}</legend>}
    {children}
  </fieldset>
)

type FoldedGroupProps = {
  id?: string
  title: string
  /** Says what is set, in a few words. `form-state.js` keeps it up to date for switches. */
  set?: string
  /** What it says when the last row has been removed. */
  none?: string
  isOpen?: boolean
  children: ComponentChildren
}

/** A group that few people need. */
export const FoldedGroup = ({
  id,
  title,
  set = '',
  none = '',
  isOpen = false,
  children,
}: FoldedGroupProps) => (
  <details {...(id ? { id } : {})} class="folded-group" open={isOpen}>
    <summary>
      <span>{title}</span>
      <span class="quiet" data-set={none} dir="auto">
        {set}
      </span>
    </summary>
    <div>{children}</div>
  </details>
)

type RowGroupProps = {
  /** The name of the list. */
  list: string
  title: string
  count: number
  /** Whether something is being added. */
  isAdding?: boolean
  problems: readonly Problem[]
  children: ComponentChildren
}

/** A group of rows. It is closed while there are none. */
export function RowGroup({ list, title, count, isAdding = false, problems, children }: RowGroupProps) {
  const { formats, forms } = useMessages()
  const hasProblem = problems.some(({ pointer }) => pointer?.split('/')[1] === list)
  return (
    <FoldedGroup
      id={list}
      title={title}
      set={count === 0 ? forms.none : formats.number(count)}
      none={forms.none}
      isOpen={count > 0 || isAdding || hasProblem}
    >
      {children}
    </FoldedGroup>
  )
}

type OpenedFormProps = { id: string; title: string; isOpen: boolean; children: ComponentChildren }

/** The form of something new, which a button opens. Links open it with the parameter `new`. */
export const OpenedForm = ({ id, title, isOpen, children }: OpenedFormProps) => (
  <details class="opened-form" id={id} open={isOpen}>
    <summary class="button primary">{title}</summary>
    {children}
  </details>
)

type SaveBarProps = {
  /** The text of the button, if it does not say “Save”. */
  text?: string
  /** Above the button. */
  note?: ComponentChildren
  /** Buttons and links beside it. */
  children?: ComponentChildren
}

/** Always visible at the bottom of the window. `form-state.js` says when changes are not saved. */
export function SaveBar({ text, note, children }: SaveBarProps) {
  const { forms } = useMessages()
  return (
    <div class="save-bar">
      {note}
      <button class="primary" type="submit" name="do" value="save">
        {text ?? forms.save}
      </button>
      {children}
      <p class="quiet" role="status" data-unsaved={forms.unsaved} />
    </div>
  )
}

// The confirmation before an object is deleted: what will be deleted and kept, and the reason if deleting is refused.
import type { ComponentChildren } from 'preact'
import { Form, ProblemSummary } from '../components/form-fields.tsx'
import { useMessages } from '../messages/use-messages.tsx'
import { type ObjectArea, ObjectHead } from './object-page.tsx'

type DeleteProps = {
  area: ObjectArea
  id: string
  title: string
  csrf: string
  /** Whether it can be restored for 30 days. */
  isRestorable?: boolean
  /** The reason it may not be deleted. */
  refusal?: string | undefined
  /** The consequences. */
  children: ComponentChildren
}

export function DeletePage({ area, id, title, csrf, isRestorable = false, refusal, children }: DeleteProps) {
  const { objects: texts, forms, deletions } = useMessages().office
  const path = `/backoffice/${area}/${id}`
  return (
    <>
      <ObjectHead area={area} id={id} title={title} current="delete" />
      <ProblemSummary message={refusal} />
      <div class="consequences">{children}</div>
      {refusal ? null : (
        <Form action={`${path}/delete`} csrf={csrf}>
          <div class="actions">
            <button class="danger" type="submit">
              {texts.deleteNamed({ name: title })}
            </button>
            <a class="button" href={path}>
              {forms.cancel}
            </a>
          </div>
          <p class="quiet">{isRestorable ? deletions.canBeRestored : texts.deleteFinal}</p>
        </Form>
      )}
    </>
  )
}

/** A heading with the items that are deleted or kept; nothing without items. */
export function Consequence({ title, items }: { title: string; items: readonly ComponentChildren[] }) {
  if (items.length === 0) return null
  return (
    <>
      <h2 dir="auto">{title}</h2>
      <ul>
        {items.map((item) => (
          <li>{item}</li>
        ))}
      </ul>
    </>
  )
}

// The question before something is deleted: what goes, what stays, and why it may not go at all.
import type { ComponentChildren } from 'preact'
import { Form, ProblemSummary } from '../../components/form-fields.tsx'
import { type ObjectArea, ObjectHead } from './object-page.tsx'

type DeleteProps = {
  area: ObjectArea
  id: string
  title: string
  csrf: string
  /** Why it may not be deleted, where it may not. */
  refusal?: string | undefined
  /** What goes and what stays. */
  children: ComponentChildren
}

export function DeletePage({ area, id, title, csrf, refusal, children }: DeleteProps) {
  const action = `/backoffice/${area}/${id}/delete`
  return (
    <>
      <ObjectHead area={area} id={id} title={title} current="delete" />
      <ProblemSummary message={refusal} />
      <div class="consequences">{children}</div>
      {refusal ? null : (
        <Form action={action} csrf={csrf}>
          <div class="actions">
            <button class="danger" type="submit">
              Delete “{title}”
            </button>
            <a class="button" href={`/backoffice/${area}/${id}`}>
              Keep it
            </a>
          </div>
          <p class="quiet">This cannot be undone. The history of it stays.</p>
        </Form>
      )}
    </>
  )
}

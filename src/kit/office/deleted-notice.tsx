// The notice after a deletion, with a button that undoes it.
import { Form } from '../components/form-fields.tsx'
import { useMessages } from '../messages/use-messages.tsx'
import { DELETED } from './paths.ts'

export function DeletedNotice({ id, csrf }: { id: string; csrf: string }) {
  const { deleted, undo } = useMessages().office.deletions
  return (
    <div class="notice success with-action" role="status">
      <p>{deleted}</p>
      <Form action={`${DELETED}/${id}/restore`} csrf={csrf}>
        <button type="submit">{undo}</button>
      </Form>
    </div>
  )
}

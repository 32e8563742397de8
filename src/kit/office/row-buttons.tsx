// The buttons of rows in a form. Each sends the form, which comes back with the row moved, removed, or added. The
// fragment of their address keeps the browser at the list (HTML, section 7.4.6.4).
import { useMessages } from '../messages/use-messages.tsx'

type RowProps = { list: string; index: number; name: string }

export function RowButtons({ list, index, name, isMovable }: RowProps & { isMovable: boolean }) {
  const texts = useMessages().office.forms
  return (
    <div class="row-buttons">
      {isMovable && index > 0 ? (
        <button
          type="submit"
          name="do"
          value={`up:${list}:${index}`}
          formAction={`#${list}`}
          formNoValidate
          aria-label={texts.moveUp({ name })}
        >
          ↑
        </button>
      ) : null}
      <button
        type="submit"
        name="do"
        value={`remove:${list}:${index}`}
        formAction={`#${list}`}
        formNoValidate
        aria-label={texts.removeNamed({ name })}
      >
        {texts.remove}
      </button>
    </div>
  )
}

export function AddButton({ list, text }: { list: string; text: string }) {
  return (
    <button type="submit" name="do" value={`add:${list}`} formAction={`#${newRowId(list)}`} formNoValidate>
      {text}
    </button>
  )
}

/** The id of the row that is being added to a list. */
export const newRowId = (list: string): string => `new-${list}`

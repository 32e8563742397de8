// The buttons of rows in a form: each sends the form, which comes back with the row moved, gone or added.
type RowProps = { list: string; index: number; name: string }

export function RowButtons({ list, index, name, isMovable }: RowProps & { isMovable: boolean }) {
  return (
    <div class="row-buttons">
      {isMovable && index > 0 ? (
        <button
          type="submit"
          name="do"
          value={`up:${list}:${index}`}
          formNoValidate
          aria-label={`Move ${name} up`}
        >
          ↑
        </button>
      ) : null}
      <button
        type="submit"
        name="do"
        value={`remove:${list}:${index}`}
        formNoValidate
        aria-label={`Remove ${name}`}
      >
        Remove
      </button>
    </div>
  )
}

export function AddButton({ list, text }: { list: string; text: string }) {
  return (
    <button type="submit" name="do" value={`add:${list}`} formNoValidate>
      {text}
    </button>
  )
}

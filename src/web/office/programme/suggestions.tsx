// Suggestions for a field, which accepts other values, too.

/** `id` is the `list` of the field. */
export function Suggestions({ id, values }: { id: string; values: readonly string[] }) {
  return (
    <datalist id={id}>
      {values.map((value) => (
        <option value={value} />
      ))}
    </datalist>
  )
}

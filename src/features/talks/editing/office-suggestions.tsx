// Suggestions for a field that also accepts other values.

/** `id` is the `list` attribute of the field. */
export function Suggestions({ id, values }: { id: string; values: readonly string[] }) {
  return (
    <datalist id={id}>
      {values.map((value) => (
        <option value={value} />
      ))}
    </datalist>
  )
}

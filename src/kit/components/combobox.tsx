// A field with a list of options, which also accepts other texts. `combobox.js` makes it a combobox. Without scripts,
// the browser suggests the options.
import { type FieldProps, Notes, useField } from './form-fields.tsx'

/** The value that is sent, and the text that people choose, if it differs. */
type Option = readonly [value: string, text?: string]

export type ComboboxProps = Pick<
  FieldProps,
  'name' | 'label' | 'value' | 'hint' | 'isRequired' | 'problems' | 'placeholder'
> & {
  /** The options, or the id of `Options` elsewhere on the page, which several fields share. */
  options: readonly Option[] | string
}

export function Combobox(props: ComboboxProps) {
  const { name, label, value, hint, isRequired = false, problems = [], placeholder, options } = props
  const { id, own, marks } = useField({ name, label, hint, problems })
  const isShared = typeof options === 'string'
  const list = isShared ? options : `${id}-values`
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="combobox">
        <input
          type="text"
          dir="auto"
          id={id}
          name={name}
          value={value ?? ''}
          list={list}
          required={isRequired}
          autocomplete="off"
          data-combobox
          {...(placeholder ? { placeholder } : {})}
          {...marks}
        />
        {isShared ? null : <Options id={list} options={options} />}
      </div>
      <Notes id={id} hint={hint} own={own} />
    </div>
  )
}

export const Options = ({ id, options }: { id: string; options: readonly Option[] }) => (
  <datalist id={id}>
    {options.map(([value, text]) => (
      <option value={value} {...(text === undefined ? {} : { label: text })} />
    ))}
  </datalist>
)

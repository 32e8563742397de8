// A field for several short texts. `chips.js` shows each as a chip. Without scripts, it is a text area with one text in
// each line, because the texts can contain commas.
import { useMessages } from '../messages/use-messages.tsx'
import { type FieldProps, Notes, useField } from './form-fields.tsx'

type ChipsFieldProps = Pick<FieldProps, 'name' | 'label' | 'value' | 'hint' | 'problems'>

export function ChipsField({ name, label, value, hint, problems = [] }: ChipsFieldProps) {
  const { chips: texts } = useMessages().forms
  const help = (
    <>
      {hint ? <>{hint} </> : null}
      <span class="without-scripts">{texts.onePerLine}</span>
      <span class="with-scripts">{texts.hint}</span>
    </>
  )
  const { id, own, marks } = useField({ name, label, hint: help, problems })
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea dir="auto" id={id} name={name} rows={2} data-chips data-remove={texts.remove} {...marks}>
        {value ?? ''}
      </textarea>
      <Notes id={id} hint={help} own={own} />
    </div>
  )
}

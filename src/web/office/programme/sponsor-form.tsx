// The form of a sponsor: everything that the API takes.
import { Check, Choice, Field } from '../../components/form-fields.tsx'
import { EditForm } from '../shared/edit-form.tsx'
import type { EditState } from '../shared/edit-state.ts'
import { isOn, rowsOf } from '../shared/form-values.ts'
import { PersonRows } from './person-rows.tsx'

const levels = [
  ['1', '1, the highest'],
  ['2', '2'],
  ['3', '3'],
  ['4', '4'],
  ['5', '5'],
] as const

type SponsorFormProps = { action: string; csrf: string; state: EditState; cancel: string }

export function SponsorForm({ action, csrf, state, cancel }: SponsorFormProps) {
  const { values, problems } = state
  const at = (name: string) => ({ name, value: values[name] ?? '', problems })
  return (
    <EditForm action={action} csrf={csrf} state={state} cancel={cancel}>
      <div class="field-row">
        <Field label="Name" isRequired {...at('name')} />
        <Choice label="Level" options={levels} {...at('level')} />
      </div>
      <div class="field-row">
        <Field label="Logo (https address)" type="url" isRequired {...at('logo')} />
        <Field label="Icon (https address)" type="url" {...at('icon')} />
      </div>
      <div class="field-row">
        <Field label="Website (https address)" type="url" {...at('website')} />
        <Field label="Color" hint="As #rrggbb." {...at('color')} />
      </div>
      <fieldset>
        <legend>Where it is shown</legend>
        <div class="checks switches">
          <Check
            name="options/displayInLobby"
            label="In the lobby"
            hint="Shown on the home page."
            isOn={isOn(values, 'options/displayInLobby')}
          />
          <Check
            name="options/highlight"
            label="Highlighted"
            hint="Set apart from the others."
            isOn={isOn(values, 'options/highlight')}
          />
          <Check
            name="hasPage"
            label="With a page of its own"
            hint="It shows the content below."
            isOn={isOn(values, 'hasPage')}
          />
        </div>
        <Field
          label="Content of the page"
          rows={10}
          hint="HTML; what could run, style or frame something is taken out when it is shown."
          {...at('pageContent')}
        />
      </fieldset>
      <PersonRows
        list="speakers"
        legend="Speakers"
        hint="Who speaks for the sponsor."
        rows={rowsOf(values, 'speakers')}
        problems={problems}
        isAdding={state.adding === 'speakers'}
        areNamesRequired={false}
      />
      <Field
        label="Your own identifier (externalId)"
        hint="By which another system finds this sponsor, as ext:…"
        {...at('externalId')}
      />
    </EditForm>
  )
}

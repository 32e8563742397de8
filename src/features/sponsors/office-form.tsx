// The form of a sponsor, with everything that the API accepts.

import { Check, Choice, Field } from '../../kit/components/form-fields.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { EditForm } from '../../kit/office/edit-form.tsx'
import { isOn, rowsOf, type Values } from '../../kit/office/form-values.ts'
import { PictureField } from '../files/page-upload-fields.tsx'
import type { PeopleEditState } from '../people/attached/office-known-people.ts'
import { PersonRows } from '../people/attached/office-person-rows.tsx'
import { levelOptions } from './office-list.tsx'
import { pageFormats, type SponsorBody } from './schema.ts'

type SponsorFormProps = {
  action: string
  csrf: string
  state: PeopleEditState
  cancel: string
  /** The names of the levels, highest first. */
  levels: readonly string[]
}

export function SponsorForm({ action, csrf, state, cancel, levels }: SponsorFormProps) {
  const { forms, sponsors } = useMessages().office
  const texts = sponsors.form
  const { values, problems } = state
  const at = (name: keyof SponsorBody) => ({ name, value: values[name] ?? '', problems })
  return (
    <EditForm action={action} csrf={csrf} state={state} cancel={cancel} hasFiles>
      <div class="field-row">
        <Field label={sponsors.name} isRequired {...at('name')} />
        <Choice label={sponsors.level} options={levelOptions(levels)} {...at('level')} />
      </div>
      <div class="field-row">
        <PictureField label={texts.logo} kind="logo" {...at('logo')} />
        <PictureField label={texts.icon} kind="icon" {...at('icon')} />
      </div>
      <div class="field-row">
        <Field label={texts.website} type="url" hint={texts.urlHint} {...at('website')} />
        <Field label={texts.color} hint={texts.colorHint} {...at('color')} />
      </div>
      <fieldset>
        <legend>{sponsors.visibility}</legend>
        <Visibility values={values} />
        <Choice
          label={texts.pageFormat}
          options={pageFormats.map((format) => [format, texts.pageFormats[format]])}
          {...at('pageFormat')}
        />
        <Field
          label={texts.pageContent}
          rows={10}
          limit={65_536}
          preview="pageFormat"
          hint={texts.pageContentHint}
          {...at('pageContent')}
        />
      </fieldset>
      <PersonRows
        list="speakers"
        hint={texts.speakersHint}
        rows={rowsOf(values, 'speakers')}
        problems={problems}
        isAdding={state.adding === 'speakers'}
        areNamesRequired={false}
        values={values}
        found={state.found}
      />
      <Field label={forms.externalId} hint={texts.externalIdHint} {...at('externalId')} />
    </EditForm>
  )
}

function Visibility({ values }: { values: Values }) {
  const texts = useMessages().office.sponsors.form
  return (
    <div class="checks switches">
      <Check
        name="options/displayInLobby"
        label={texts.displayInLobby}
        hint={texts.displayInLobbyHint}
        isOn={isOn(values, 'options/displayInLobby')}
      />
      <Check
        name="options/highlight"
        label={texts.highlight}
        hint={texts.highlightHint}
        isOn={isOn(values, 'options/highlight')}
      />
      <Check name="hasPage" label={texts.hasPage} hint={texts.hasPageHint} isOn={isOn(values, 'hasPage')} />
    </div>
  )
}

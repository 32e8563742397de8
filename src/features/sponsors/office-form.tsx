// The form of a sponsor, with everything that the API accepts.

import type { Problem } from '../../kernel/changes/errors.ts'
import { Choice, Field, Switch } from '../../kit/components/form-fields.tsx'
import { FoldedGroup, FormColumns, Group } from '../../kit/components/form-layout.tsx'
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
  const { forms, objects, sponsors } = useMessages().office
  const texts = sponsors.form
  const { values, problems } = state
  const at = (name: keyof SponsorBody) => ({ name, value: values[name] ?? '', problems })
  return (
    <EditForm action={action} csrf={csrf} state={state} cancel={cancel} hasFiles>
      <FormColumns
        first={
          <Group title={objects.sponsors.one}>
            <Field label={sponsors.name} isRequired {...at('name')} />
            <Field label={texts.website} type="url" hint={texts.urlHint} {...at('website')} />
          </Group>
        }
        side={
          <>
            <Group title={sponsors.visibility}>
              <Choice label={sponsors.level} options={levelOptions(levels)} {...at('level')} />
              <Switch
                name="options/displayInLobby"
                label={texts.displayInLobby}
                hint={texts.displayInLobbyHint}
                isOn={isOn(values, 'options/displayInLobby')}
              />
              <Switch
                name="options/highlight"
                label={texts.highlight}
                hint={texts.highlightHint}
                isOn={isOn(values, 'options/highlight')}
              />
            </Group>
            <Group title={texts.pictures}>
              <PictureField label={texts.logo} kind="logo" {...at('logo')} />
              <PictureField label={texts.icon} kind="icon" {...at('icon')} />
              <Color at={at} values={values} />
            </Group>
          </>
        }
      >
        <Group title={texts.page}>
          <PageFields at={at} values={values} />
        </Group>
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
        <FoldedGroup
          title={texts.advanced}
          set={values.externalId ?? ''}
          isOpen={problems.some(({ pointer }) => pointer === '/externalId')}
        >
          <Field label={forms.externalId} hint={texts.externalIdHint} {...at('externalId')} />
        </FoldedGroup>
      </FormColumns>
    </EditForm>
  )
}

type PartProps = {
  at: (name: keyof SponsorBody) => { name: string; value: string; problems: readonly Problem[] }
  values: Values
}

/** A field for colors is never empty, so a switch says whether the sponsor has one. */
function Color({ at, values }: PartProps) {
  const texts = useMessages().office.sponsors.form
  return (
    <div class="switched">
      <Switch name="hasColor" label={texts.hasColor} isOn={isOn(values, 'hasColor')} />
      <Field label={texts.color} type="color" hint={texts.colorHint} {...at('color')} />
    </div>
  )
}

function PageFields({ at, values }: PartProps) {
  const texts = useMessages().office.sponsors.form
  return (
    <div class="switched">
      <Switch name="hasPage" label={texts.hasPage} hint={texts.hasPageHint} isOn={isOn(values, 'hasPage')} />
      <Field
        label={texts.pageContent}
        rows={10}
        limit={65_536}
        preview="pageFormat"
        hint={texts.pageContentHint}
        {...at('pageContent')}
      />
      <Choice
        label={texts.pageFormat}
        options={pageFormats.map((format) => [format, texts.pageFormats[format]])}
        {...at('pageFormat')}
      />
    </div>
  )
}

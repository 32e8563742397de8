// The form of a talk, with everything that the API accepts.
import type { ComponentChildren } from 'preact'
import { Check, Choice, Field, type FieldProps } from '../../../kit/components/form-fields.tsx'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import { EditForm } from '../../../kit/office/edit-form.tsx'
import { isOn, rowsOf, type Values } from '../../../kit/office/form-values.ts'
import { FileRows } from '../../files/office-file-rows.tsx'
import { PictureField } from '../../files/page-upload-fields.tsx'
import type { PeopleEditState } from '../../people/attached/office-known-people.ts'
import { PersonRows } from '../../people/attached/office-person-rows.tsx'
import type { TalkChoices } from '../choices-store.ts'
import {
  hasAddress,
  hasRoom,
  type TalkBody,
  talkFeatures,
  talkKinds,
  talkStates,
  talkTypes,
} from '../schema.ts'
import { LinkRows } from './office-link-rows.tsx'
import { Suggestions } from './office-suggestions.tsx'

type TalkFormProps = {
  action: string
  csrf: string
  state: PeopleEditState
  /** The time zone of the platform. */
  zone: string
  cancel: string
  /** The number of people whom the talk loses when it is saved. */
  lostPeople: number
  /** Values that talks already have. */
  choices: TalkChoices
}

export function TalkForm(props: TalkFormProps) {
  const { action, csrf, state, zone, cancel, lostPeople, choices } = props
  const { names, office } = useMessages()
  const { forms, talks } = office
  const texts = talks.form
  const { values, problems, adding } = state
  const at: FieldAt = (name) => ({ name, value: values[name] ?? '', problems })
  return (
    <EditForm action={action} csrf={csrf} state={state} cancel={cancel} hasFiles>
      <Field label={texts.title} isRequired {...at('title')} />
      <div class="field-row">
        <Choice
          label={texts.kind}
          hint={texts.kindHint}
          {...at('kind')}
          options={talkKinds.map((kind) => [kind, names.talkKinds[kind]] as const)}
        />
        <Choice
          label={texts.state}
          hint={texts.stateHint}
          {...at('state')}
          options={talkStates.map((state) => [state, names.talkStates[state]] as const)}
        />
      </div>
      {lostPeople > 0 ? (
        <Check
          name="removesPeople"
          label={texts.removesPeople({ count: lostPeople })}
          isOn={isOn(values, 'removesPeople')}
        />
      ) : null}
      <Field
        label={texts.description}
        rows={6}
        limit={800}
        preview="markdown"
        hint={texts.descriptionHint}
        {...at('description')}
      />
      <Field
        label={texts.details}
        rows={10}
        limit={10_000}
        preview="markdown"
        hint={texts.detailsHint}
        {...at('details')}
      />
      <Schedule at={at} ownZone={values.timezone ?? ''} zone={zone} choices={choices} />
      <PersonRows
        list="speakers"
        values={values}
        found={state.found}
        hint={texts.speakersHint}
        rows={rowsOf(values, 'speakers')}
        problems={problems}
        isAdding={adding === 'speakers'}
        areNamesRequired
      />
      <PersonRows
        list="moderators"
        values={values}
        found={state.found}
        hint={texts.moderatorsHint}
        rows={rowsOf(values, 'moderators')}
        problems={problems}
        isAdding={adding === 'moderators'}
        areNamesRequired
      />
      <Media at={at} type={values.type} />
      <LinkRows rows={rowsOf(values, 'links')} problems={problems} isAdding={adding === 'links'} />
      <FileRows rows={rowsOf(values, 'files')} problems={problems} />
      <Labels values={values} />
      <Features values={values} />
      <Field label={forms.externalId} hint={texts.externalIdHint} {...at('externalId')} />
    </EditForm>
  )
}

type FieldAt = (name: keyof TalkBody) => Pick<FieldProps, 'name' | 'problems'> & { value: string }

type ScheduleProps = { at: FieldAt; ownZone: string; zone: string; choices: TalkChoices }

function Schedule({ at, ownZone, zone, choices }: ScheduleProps) {
  const { forms, office } = useMessages()
  const texts = office.talks.form
  return (
    <fieldset>
      <legend>{texts.schedule}</legend>
      <div class="field-row">
        <Field
          label={texts.start}
          type="datetime-local"
          isRequired
          hint={texts.startHint({ zone: ownZone || zone })}
          {...at('start')}
        />
        <Field label={texts.duration} type="number" step="any" isRequired {...at('duration')} />
        <Field label={forms.timeZone} list="zones" hint={texts.timeZoneHint({ zone })} {...at('timezone')} />
      </div>
      <div class="field-row">
        <Field label={texts.room} list="rooms" {...at('room')} />
        <Suggestions id="rooms" values={choices.rooms} />
        <Field label={texts.track} list="tracks" {...at('track')} />
        <Suggestions id="tracks" values={choices.tracks} />
        <Field label={texts.language} list="languages" hint={texts.languageHint} {...at('language')} />
        <Suggestions id="languages" values={choices.languages} />
      </div>
      <div class="field-row">
        <Field label={texts.tags} rows={3} hint={texts.tagsHint} {...at('tags')} />
        <Field label={texts.hiddenTags} rows={3} hint={texts.hiddenTagsHint} {...at('hiddenTags')} />
      </div>
    </fieldset>
  )
}

type MediaProps = { at: FieldAt; type: string | undefined }

function Media({ at, type = '' }: MediaProps) {
  const texts = useMessages().office.talks.form
  return (
    <fieldset>
      <legend>{texts.media}</legend>
      <Choice
        label={texts.type}
        {...at('type')}
        options={[
          ['', texts.onSite] as const,
          ...talkTypes.map((type) => [type, texts.types[type]] as const),
        ]}
      />
      <Field label={texts.video} hint={<VideoHint type={type} />} {...at('video')} />
      <PictureField label={texts.image} kind="image" {...at('image')} />
    </fieldset>
  )
}

function VideoHint({ type }: { type: string }): ComponentChildren {
  const texts = useMessages().office.talks.form
  const known = talkTypes.find((one) => one === type) ?? null
  if (hasAddress(known)) return texts.videoHints[known]
  return hasRoom(known) ? texts.videoNotNeeded : texts.videoNeedsType
}

const labels = ['featured', 'recommended', 'keynote', 'available'] as const

function Labels({ values }: { values: Values }) {
  const texts = useMessages().office.talks.form
  return (
    <fieldset>
      <legend>{texts.labels}</legend>
      <div class="checks switches">
        {labels.map((label) => (
          <Check
            name={label}
            label={texts[label]}
            hint={texts.labelHints[label]}
            isOn={isOn(values, label)}
          />
        ))}
      </div>
    </fieldset>
  )
}

function Features({ values }: { values: Values }) {
  const { names, office } = useMessages()
  const { talks } = office
  const texts = { ...names.features, freeLive: talks.form.freeLive, freeReplay: talks.form.freeReplay }
  return (
    <fieldset>
      <legend>{talks.form.features}</legend>
      <p class="hint">{talks.form.featuresHint}</p>
      <div class="checks switches">
        {talkFeatures.map((feature) => (
          <Check
            name={`features/${feature}`}
            label={texts[feature]}
            isOn={isOn(values, `features/${feature}`)}
            {...(feature.startsWith('free') ? { hint: talks.form.noCredits } : {})}
          />
        ))}
      </div>
    </fieldset>
  )
}

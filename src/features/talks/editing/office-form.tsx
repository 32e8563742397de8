// The form of a talk, with everything that the API accepts.
import { ChipsField } from '../../../kit/components/chips-field.tsx'
import { Combobox } from '../../../kit/components/combobox.tsx'
import { Check, Choice, Field, type FieldProps, Switch } from '../../../kit/components/form-fields.tsx'
import { FoldedGroup, FormColumns, Group } from '../../../kit/components/form-layout.tsx'
import { LanguageField } from '../../../kit/components/language-field.tsx'
import { ZoneField } from '../../../kit/components/time-zone-options.tsx'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import { EditForm } from '../../../kit/office/edit-form.tsx'
import { isOn, rowsOf, type Values } from '../../../kit/office/form-values.ts'
import { FileRows } from '../../files/office-file-rows.tsx'
import { PictureField } from '../../files/page-upload-fields.tsx'
import type { PeopleEditState } from '../../people/attached/office-known-people.ts'
import { PersonRows } from '../../people/attached/office-person-rows.tsx'
import type { TalkChoices } from '../choices-store.ts'
import { addressTypes, type TalkBody, talkFeatures, talkKinds, talkStates, talkTypes } from '../schema.ts'
import { LinkRows } from './office-link-rows.tsx'
import { SendEmails } from './office-send-emails.tsx'

/** Changes of these fields are announced by e-mail. */
const SLOT_FIELDS = ['state', 'start', 'duration', 'room']

type TalkFormProps = {
  action: string
  csrf: string
  state: PeopleEditState
  /** The time zone of the platform. */
  zone: string
  cancel: string
  /** The number of people whom the talk loses when it is saved. */
  lostPeople: number
  /** The number of people to notify if the talk moves or is canceled. */
  told: number
  /** Values that talks already have. */
  choices: TalkChoices
}

export function TalkForm(props: TalkFormProps) {
  const { action, csrf, state, zone, cancel, lostPeople, told, choices } = props
  const { forms } = useMessages().office
  const texts = useMessages().office.talks.form
  const { values, problems, adding } = state
  const at: FieldAt = (name) => ({ name, value: values[name] ?? '', problems })
  const people = { values, found: state.found, problems, areNamesRequired: true }
  return (
    <EditForm
      {...{ action, csrf, state, cancel }}
      hasFiles
      note={<SendEmails told={told} ifChanged={SLOT_FIELDS} field={(name) => values[name]} />}
    >
      <FormColumns
        first={
          <>
            <Texts at={at} />
            <PersonRows
              list="speakers"
              hint={texts.speakersHint}
              rows={rowsOf(values, 'speakers')}
              isAdding={adding === 'speakers'}
              {...people}
            />
          </>
        }
        side={
          <>
            <Group title={texts.publication}>
              <Publication at={at} values={values} lostPeople={lostPeople} />
            </Group>
            <Group title={texts.schedule}>
              <Schedule at={at} ownZone={values.timezone ?? ''} zone={zone} choices={choices} />
            </Group>
            <Group title={texts.topic}>
              <Topic at={at} choices={choices} />
            </Group>
            <Group title={texts.image}>
              <PictureField label={texts.image} kind="image" isInGroup {...at('image')} />
            </Group>
          </>
        }
      >
        <PersonRows
          list="moderators"
          hint={texts.moderatorsHint}
          rows={rowsOf(values, 'moderators')}
          isAdding={adding === 'moderators'}
          {...people}
        />
        <Group title={texts.media}>
          <Video at={at} />
        </Group>
        <LinkRows rows={rowsOf(values, 'links')} problems={problems} isAdding={adding === 'links'} />
        <FileRows rows={rowsOf(values, 'files')} problems={problems} />
        <Labels values={values} />
        <Features values={values} />
        <FoldedGroup
          title={texts.advanced}
          set={[values.hiddenTags?.replaceAll('\n', ', '), values.externalId].filter(Boolean).join(' · ')}
          isOpen={problems.some(({ pointer = '' }) => /^\/(externalId|hiddenTags)/.test(pointer))}
        >
          <ChipsField label={texts.hiddenTags} hint={texts.hiddenTagsHint} {...at('hiddenTags')} />
          <Field label={forms.externalId} hint={texts.externalIdHint} {...at('externalId')} />
        </FoldedGroup>
      </FormColumns>
    </EditForm>
  )
}

type FieldAt = (name: keyof TalkBody) => Pick<FieldProps, 'name' | 'problems'> & { value: string }

function Texts({ at }: { at: FieldAt }) {
  const texts = useMessages().office.talks.form
  return (
    <Group title={texts.text}>
      <Field label={texts.title} limit={140} isRequired {...at('title')} />
      <Field
        label={texts.description}
        rows={5}
        limit={800}
        preview="markdown"
        hint={texts.descriptionHint}
        {...at('description')}
      />
      <Field
        label={texts.details}
        rows={at('details').value ? 8 : 3}
        limit={10_000}
        preview="markdown"
        hint={texts.detailsHint}
        {...at('details')}
      />
    </Group>
  )
}

type PublicationProps = { at: FieldAt; values: Values; lostPeople: number }

function Publication({ at, values, lostPeople }: PublicationProps) {
  const { names, office } = useMessages()
  const texts = office.talks.form
  return (
    <>
      <Choice
        label={texts.state}
        hint={texts.stateHint}
        {...at('state')}
        options={talkStates.map((state) => [state, names.talkStates[state]] as const)}
      />
      <Choice
        label={texts.kind}
        {...at('kind')}
        options={talkKinds.map((kind) => [kind, names.talkKinds[kind]] as const)}
      />
      {lostPeople > 0 ? (
        <Check
          name="removesPeople"
          label={texts.removesPeople({ count: lostPeople })}
          isOn={isOn(values, 'removesPeople')}
        />
      ) : null}
    </>
  )
}

type ScheduleProps = { at: FieldAt; ownZone: string; zone: string; choices: TalkChoices }

function Schedule({ at, ownZone, zone, choices }: ScheduleProps) {
  const texts = useMessages().office.talks.form
  return (
    <>
      <Field
        label={texts.start}
        type="datetime-local"
        isRequired
        hint={texts.startHint({ zone: ownZone || zone })}
        {...at('start')}
      />
      <Field label={texts.duration} type="number" step="any" isRequired {...at('duration')} />
      <Combobox
        label={texts.room}
        placeholder={texts.chooseOrEnter}
        options={choices.rooms.map((room) => [room] as const)}
        {...at('room')}
      />
      <ZoneField placeholder={zone} hint={texts.timeZoneHint} {...at('timezone')} />
    </>
  )
}

function Topic({ at, choices }: { at: FieldAt; choices: TalkChoices }) {
  const texts = useMessages().office.talks.form
  return (
    <>
      <Combobox
        label={texts.track}
        placeholder={texts.chooseOrEnter}
        options={choices.tracks.map((track) => [track] as const)}
        {...at('track')}
      />
      <LanguageField
        label={texts.language}
        used={choices.languages}
        placeholder={texts.languageOfEvent}
        {...at('language')}
      />
      <ChipsField label={texts.tags} hint={texts.tagsHint} {...at('tags')} />
    </>
  )
}

/** The address of the video is shown only for types that need one (`office-forms.css`). */
function Video({ at }: { at: FieldAt }) {
  const texts = useMessages().office.talks.form
  return (
    <div class="video-fields">
      <Choice
        label={texts.type}
        hint={texts.typeHint}
        {...at('type')}
        options={[
          ['', texts.onSite] as const,
          ...talkTypes.map((type) => [type, texts.types[type]] as const),
        ]}
      />
      <div class="video-address">
        <Field
          label={texts.video}
          hint={addressTypes.map((type) => <span class={`of-${type}`}>{texts.videoHints[type]}</span>)}
          {...at('video')}
        />
      </div>
    </div>
  )
}

const labels = ['featured', 'recommended', 'keynote', 'available'] as const

function Labels({ values }: { values: Values }) {
  const texts = useMessages().office.talks.form
  const set = labels.filter((label) => isOn(values, label))
  return (
    <FoldedGroup title={texts.labels} set={set.map((label) => texts[label]).join(', ')}>
      <div class="checks">
        {labels.map((label) => (
          <Switch
            name={label}
            label={texts[label]}
            hint={texts.labelHints[label]}
            isOn={isOn(values, label)}
          />
        ))}
      </div>
    </FoldedGroup>
  )
}

function Features({ values }: { values: Values }) {
  const { names, office } = useMessages()
  const { form } = office.talks
  const texts = { ...names.features, freeLive: form.freeLive, freeReplay: form.freeReplay }
  const set = talkFeatures.filter((feature) => isOn(values, `features/${feature}`))
  return (
    <FoldedGroup title={form.features} set={set.map((feature) => texts[feature]).join(', ')}>
      <p class="hint">{form.featuresHint}</p>
      <div class="checks">
        {talkFeatures.map((feature) => (
          <Switch
            name={`features/${feature}`}
            label={texts[feature]}
            isOn={isOn(values, `features/${feature}`)}
            {...(feature.startsWith('free') ? { hint: form.noCredits } : {})}
          />
        ))}
      </div>
    </FoldedGroup>
  )
}

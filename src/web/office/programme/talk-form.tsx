// The form of a talk: everything that the API takes.
import type { ComponentChildren } from 'preact'
import { talkTypes } from '../../../schema/programme/talks.ts'
import { Check, Choice, Field } from '../../components/form-fields.tsx'
import { EditForm } from '../shared/edit-form.tsx'
import type { EditState } from '../shared/edit-state.ts'
import { isOn, rowsOf } from '../shared/form-values.ts'
import { LinkRows } from './link-rows.tsx'
import { PersonRows } from './person-rows.tsx'
import { features } from './talk-values.ts'

const typeNames: Record<(typeof talkTypes)[number], string> = {
  embedded: 'Embedded: a room of this platform',
  rtmp: 'RTMP: a stream',
  youtube: 'YouTube',
  external: 'External: on another platform',
  replay: 'Replay: a recording',
}

const featureNames: Record<(typeof features)[number], string> = {
  chat: 'Chat',
  questions: 'Questions to the speakers',
  surveys: 'Surveys',
  viewersCount: 'Count of viewers',
  viewersList: 'List of viewers',
  rewardsEarning: 'Points for viewing',
  freeLive: 'Free while live: no credits needed',
  freeReplay: 'Free as a replay: no credits needed',
}

type TalkFormProps = {
  action: string
  csrf: string
  state: EditState
  zone: string
  cancel: string
  /** Whether the platform has an address for the rooms of embedded talks. */
  hasRooms: boolean
  /** The tracks that talks have already. */
  tracks: readonly string[]
}

export function TalkForm({ action, csrf, state, zone, cancel, hasRooms, tracks }: TalkFormProps) {
  const { values, problems } = state
  const at = (name: string) => ({ name, value: values[name] ?? '', problems })
  return (
    <EditForm action={action} csrf={csrf} state={state} cancel={cancel}>
      <Field label="Title" isRequired {...at('title')} />
      <Field label="Description" rows={6} hint="Up to 800 characters." {...at('description')} />
      <fieldset>
        <legend>Time and place in the programme</legend>
        <div class="field-row">
          <Field
            label="Start"
            type="datetime-local"
            isRequired
            hint={`As the clock shows it in ${values.timezone || zone}.`}
            {...at('start')}
          />
          <Field label="Duration in minutes" type="number" isRequired {...at('duration')} />
          <Field
            label="Time zone"
            list="zones"
            hint={`Empty: that of the platform, ${zone}. The start is the time on the wall there.`}
            {...at('timezone')}
          />
          <Field label="Track" list="tracks" {...at('track')} />
          <datalist id="tracks">
            {tracks.map((track) => (
              <option value={track} />
            ))}
          </datalist>
        </div>
        <div class="field-row">
          <Field label="Tags" rows={3} hint="One a line; shown and searched." {...at('tags')} />
          <Field
            label="Hidden tags"
            rows={3}
            hint="One a line; searched, never shown."
            {...at('hiddenTags')}
          />
        </div>
      </fieldset>
      <PersonRows
        list="speakers"
        legend="Speakers"
        hint="At least one. The picture of the first is shown where the talk has none."
        rows={rowsOf(values, 'speakers')}
        problems={problems}
        isAdding={state.adding === 'speakers'}
        areNamesRequired
      />
      <PersonRows
        list="moderators"
        legend="Moderators"
        hint="Never shown to visitors. Admins and owners moderate every talk anyway."
        rows={rowsOf(values, 'moderators')}
        problems={problems}
        isAdding={state.adding === 'moderators'}
        areNamesRequired
      />
      <fieldset>
        <legend>Video and picture</legend>
        <Choice
          label="Type"
          {...at('type')}
          options={talkTypes.map((type) => [type, typeNames[type]] as const)}
        />
        <Field label="Address of the video" hint={videoHint(values.type, hasRooms)} {...at('video')} />
        <Field label="Picture (https address)" type="url" {...at('image')} />
      </fieldset>
      <LinkRows rows={rowsOf(values, 'links')} problems={problems} isAdding={state.adding === 'links'} />
      <fieldset>
        <legend>Marks</legend>
        <div class="checks switches">
          <Check
            name="featured"
            label="Featured"
            hint="Among Featured Talks on the home page."
            isOn={isOn(values, 'featured')}
          />
          <Check
            name="recommended"
            label="Recommended"
            hint="In the Recommended filter of the agenda."
            isOn={isOn(values, 'recommended')}
          />
          <Check
            name="keynote"
            label="Keynote"
            hint="Stands out in the agenda."
            isOn={isOn(values, 'keynote')}
          />
          <Check
            name="available"
            label="Available"
            hint="A replay is open at once, not only from its start."
            isOn={isOn(values, 'available')}
          />
        </div>
      </fieldset>
      <fieldset>
        <legend>Features</legend>
        <p class="hint">A feature is on where the platform and the talk both say so.</p>
        <div class="checks switches">
          {features.map((feature) => (
            <Check
              name={`features/${feature}`}
              label={featureNames[feature]}
              isOn={isOn(values, `features/${feature}`)}
            />
          ))}
        </div>
      </fieldset>
      <Field
        label="Your own identifier (externalId)"
        hint="By which another system finds this talk, as ext:…"
        {...at('externalId')}
      />
    </EditForm>
  )
}

const videoHints: Record<string, string> = {
  rtmp: 'rtmp, rtmps or https.',
  youtube: 'The address of a YouTube video.',
  external: 'https.',
  replay: 'https.',
}

function videoHint(type: string | undefined, hasRooms: boolean): ComponentChildren {
  if (type !== 'embedded') return videoHints[type ?? ''] ?? 'https.'
  if (hasRooms) return 'Not needed: the room is this platform’s own.'
  return (
    <>
      Not needed for a talk in a room of this platform; but there is no room yet:{' '}
      <a href={ROOMS}>Settings say where rooms are</a>.
    </>
  )
}

/** Where the address of rooms is set. */
export const ROOMS = '/backoffice/settings#field-roomAddress'

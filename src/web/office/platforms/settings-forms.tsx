// The forms of the settings, and the bodies that they say.

import { ownPasswordRule } from '../../../domain/access/passwords.ts'
import type { Problem } from '../../../domain/changes/errors.ts'
import {
  type PlatformChange,
  type PlatformFeature,
  type PlatformSettings,
  platformFeatures,
} from '../../../schema/platforms/platforms.ts'
import { Check, Choice, Field, Form } from '../../components/form-fields.tsx'
import { zoneOptions } from '../../components/time-zone-options.tsx'

type FieldOf = (name: string) => string
type Problems = { problems?: readonly Problem[] }

const textOrNull = (text: string) => (text === '' ? null : text)

/** What the form says; values that are not of the schema's choices are left to the schema to refuse. */
export const generalBody = (field: FieldOf): PlatformChange => ({
  name: field('name'),
  venue: textOrNull(field('venue')),
  timezone: field('timezone'),
  banner: textOrNull(field('banner')),
  logo: textOrNull(field('logo')),
  accent: field('accent').toLowerCase(),
  scheme: field('scheme') as PlatformSettings['scheme'],
  roomAddress: textOrNull(field('roomAddress')),
  hasSignUp: field('hasSignUp') === 'on',
})

/** One host name a line, or split by commas. */
export const hostsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((host) => host !== '')

type GeneralProps = Problems & { csrf: string; values: PlatformChange; hosts: string[]; canClaim: boolean }

export function GeneralForm({ csrf, values, hosts, canClaim, problems = [] }: GeneralProps) {
  const shared = { problems }
  return (
    <Form action="/backoffice/settings" csrf={csrf}>
      <fieldset>
        <legend>The event</legend>
        <Field name="name" label="Name" value={values.name} isRequired maxLength={255} {...shared} />
        <Field
          name="venue"
          label="Address of the venue"
          value={values.venue}
          hint="One line, at the foot of every page."
          maxLength={255}
          {...shared}
        />
        <Choice
          name="timezone"
          label="Time zone"
          value={values.timezone}
          options={zoneOptions(values.timezone ?? '')}
          hint="The times of the agenda are in it, unless a visitor chooses another."
          problems={problems}
        />
        <Check
          name="hasSignUp"
          label="Visitors may sign up"
          isOn={values.hasSignUp ?? false}
          hint="Everyone who signs up waits among the registrations until somebody reviews them."
        />
      </fieldset>
      <fieldset>
        <legend>Looks</legend>
        <Field
          name="banner"
          label="Banner"
          type="url"
          value={values.banner}
          hint="An https address of a picture."
          {...shared}
        />
        <Field
          name="logo"
          label="Logo"
          type="url"
          value={values.logo}
          hint="An https address of a picture; shown 32 pixels high."
          {...shared}
        />
        <Field
          name="accent"
          label="Accent colour"
          type="color"
          value={values.accent}
          hint="Of links, buttons and marks; the text on it is black or white, whichever reads better."
          {...shared}
        />
        <Choice
          name="scheme"
          label="Light or dark"
          value={values.scheme}
          options={[
            ['auto', 'As the visitor’s device is set'],
            ['light', 'Always light'],
            ['dark', 'Always dark'],
          ]}
          problems={problems}
        />
      </fieldset>
      <fieldset>
        <legend>Addresses</legend>
        <Field
          name="roomAddress"
          label="Rooms of embedded talks"
          value={values.roomAddress}
          hint="An https address such as https://meet.example.org/{id}, where {id} stands for the talk."
          {...shared}
        />
        <Hosts hosts={hosts} canClaim={canClaim} problems={problems} />
      </fieldset>
      <div class="actions">
        <button class="primary" type="submit">
          Save
        </button>
      </div>
    </Form>
  )
}

function Hosts({
  hosts,
  canClaim,
  problems,
}: {
  hosts: string[]
  canClaim: boolean
  problems: readonly Problem[]
}) {
  if (canClaim) {
    return (
      <Field
        name="hosts"
        label="Host names"
        value={hosts.join('\n')}
        rows={3}
        hint="One a line. This platform also answers on every host name that no other has."
        problems={problems}
      />
    )
  }
  return (
    <div class="field">
      <p class="field-name">Host names</p>
      <p>{hosts.length > 0 ? hosts.join(', ') : 'None of its own.'}</p>
      <p class="hint">Whoever runs this installation sets them.</p>
    </div>
  )
}

const featureTexts: Record<PlatformFeature, readonly [label: string, hint: string]> = {
  chat: ['Chat', 'A chat beside every talk.'],
  questions: ['Questions', 'Questions to the speakers.'],
  surveys: ['Surveys', 'Surveys during a talk.'],
  viewersCount: ['Count of viewers', 'Everyone sees how many watch; admins and owners always do.'],
  viewersList: ['List of viewers', 'Everyone sees who watches; admins and owners always do.'],
  rewardsEarning: ['Points', 'Watching a talk earns points.'],
}

export const switchesBody = (field: FieldOf) =>
  Object.fromEntries(
    platformFeatures.map((feature) => [feature, field(feature) === 'on']),
  ) as PlatformSettings['features']

export function FeatureForm({ csrf, features }: { csrf: string; features: PlatformSettings['features'] }) {
  return (
    <Form action="/backoffice/settings/features" csrf={csrf}>
      <p>
        A feature is on at a talk where it is on here and at the talk. What is off here is off everywhere.
      </p>
      <fieldset>
        <legend>At every talk</legend>
        <div class="checks switches">
          {platformFeatures.map((feature) => (
            <Check
              name={feature}
              label={featureTexts[feature][0]}
              hint={featureTexts[feature][1]}
              isOn={features[feature]}
            />
          ))}
        </div>
      </fieldset>
      <div class="actions">
        <button class="primary" type="submit">
          Save
        </button>
      </div>
    </Form>
  )
}

type PasswordProps = Problems & { csrf: string; rule: PlatformSettings['password'] }

export function PasswordForm({ csrf, rule, problems = [] }: PasswordProps) {
  const shortest = ownPasswordRule({ ...rule, minLength: 8 }).minLength
  return (
    <Form action="/backoffice/settings/passwords" csrf={csrf}>
      <p>
        Every password has lower-case and upper-case letters. Generated ones have at least 16 characters;
        those that people choose at least {shortest}, and are no common ones.
      </p>
      <fieldset>
        <legend>Every password has</legend>
        <Field
          name="password/minLength"
          label="Least length"
          type="number"
          value={Number.isNaN(rule.minLength) ? '' : rule.minLength}
          hint="8 to 128 characters."
          isRequired
          problems={problems}
        />
        <Check name="password/digits" label="A digit" isOn={rule.digits} />
        <Check name="password/symbols" label="A symbol" isOn={rule.symbols} />
      </fieldset>
      <div class="actions">
        <button class="primary" type="submit">
          Save
        </button>
      </div>
    </Form>
  )
}

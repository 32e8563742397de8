// The forms of the features and the password rule, and their bodies.

import type { Problem } from '../../kernel/changes/errors.ts'
import { ownPasswordRule } from '../../kernel/lib/security/passwords.ts'
import { Choice, Field, Form, Switch } from '../../kit/components/form-fields.tsx'
import { SaveBar } from '../../kit/components/form-layout.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { numberOf } from '../../kit/office/form-values.ts'
import { type PlatformSettings, platformFeatures, talkEditings } from './schema.ts'

type FieldOf = (name: string) => string

export const featuresOf = (field: FieldOf) =>
  Object.fromEntries(
    platformFeatures.map((feature) => [feature, field(feature) === 'on']),
  ) as PlatformSettings['features']

type FeatureProps = {
  csrf: string
  settings: Pick<PlatformSettings, 'features' | 'questions' | 'talkEditing'>
}

export function FeatureForm({ csrf, settings: { features, questions, talkEditing } }: FeatureProps) {
  const { names, office } = useMessages()
  const texts = office.settings.features
  return (
    <Form action="/backoffice/settings/features" csrf={csrf}>
      <p>{texts.intro}</p>
      <fieldset>
        <legend>{texts.legend}</legend>
        <div class="checks">
          {platformFeatures.map((feature) => (
            <Switch
              name={feature}
              label={names.features[feature]}
              hint={texts.hints[feature]}
              isOn={features[feature]}
            />
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend>{names.features.questions}</legend>
        <Switch
          name="questions/areReviewed"
          label={texts.questionsAreReviewed}
          hint={texts.questionsAreReviewedHint}
          isOn={questions.areReviewed}
        />
      </fieldset>
      <fieldset>
        <Choice
          name="talkEditing"
          label={texts.talkEditing}
          hint={texts.talkEditingHint}
          value={talkEditing}
          options={talkEditings.map((one) => [one, texts.talkEditings[one]] as const)}
        />
      </fieldset>
      <SaveBar />
    </Form>
  )
}

/** The choice in the form. An unknown one changes nothing. */
export const talkEditingOf = (field: FieldOf): Partial<Pick<PlatformSettings, 'talkEditing'>> => {
  const talkEditing = talkEditings.find((one) => one === field('talkEditing'))
  return talkEditing === undefined ? {} : { talkEditing }
}

export const passwordRuleOf = (field: FieldOf): PlatformSettings['password'] => ({
  minLength: numberOf(field('password/minLength')),
  digits: field('password/digits') === 'on',
  symbols: field('password/symbols') === 'on',
})

type PasswordProps = {
  csrf: string
  rule: PlatformSettings['password']
  problems: readonly Problem[]
}

export function PasswordForm({ csrf, rule, problems }: PasswordProps) {
  const texts = useMessages().office.settings.passwords
  const shortest = ownPasswordRule({ ...rule, minLength: 8 }).minLength
  return (
    <Form action="/backoffice/settings/passwords" csrf={csrf}>
      <p>{texts.intro({ shortest })}</p>
      <fieldset>
        <legend>{texts.legend}</legend>
        <Field
          name="password/minLength"
          label={texts.minLength}
          type="number"
          value={Number.isNaN(rule.minLength) ? '' : rule.minLength}
          hint={texts.minLengthHint({ shortest })}
          isRequired
          problems={problems}
        />
        <Switch name="password/digits" label={texts.digits} isOn={rule.digits} />
        <Switch name="password/symbols" label={texts.symbols} isOn={rule.symbols} />
      </fieldset>
      <SaveBar />
    </Form>
  )
}

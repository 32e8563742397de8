// The settings of live talks: who can watch, the chat, points, and credits.
import type { Problem } from '../../kernel/changes/errors.ts'
import { pageHooks } from '../../kernel/changes/features.ts'
import { Choice, Field, type FieldProps, Form, Switch } from '../../kit/components/form-fields.tsx'
import { SaveBar } from '../../kit/components/form-layout.tsx'
import { linesOf } from '../../kit/forms/forms.ts'
import type { Messages } from '../../kit/messages/messages.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { numberOf } from '../../kit/office/form-values.ts'
import type { PlatformChange, PlatformSettings } from './schema.ts'

declare module '../../kernel/changes/features.ts' {
  interface FeaturePages {
    /** A link below the settings of credits, where they are on. */
    creditsLink?: { href: string; text(messages: Messages): string }
  }
}

type FieldOf = (name: string) => string
const watchingOptions = ['everyone', 'signed_in', 'accepted'] as const
export type LiveValues = Pick<PlatformSettings, 'watching' | 'panelMinutes' | 'chat' | 'points' | 'credits'>

/** The settings as sent. Another form pauses the chats, so that setting is kept. */
export const liveBody = (field: FieldOf, { chat }: PlatformSettings): LiveValues & PlatformChange => ({
  // The schema checks this.
  watching: field('watching') as PlatformSettings['watching'],
  panelMinutes: numberOf(field('panelMinutes')),
  chat: {
    ...chat,
    holdsLinks: field('chat/holdsLinks') === 'on',
    heldWords: linesOf(field('chat/heldWords')),
  },
  points: {
    watched: numberOf(field('points/watched')),
    question: numberOf(field('points/question')),
    survey: numberOf(field('points/survey')),
  },
  credits: { isOn: field('credits/isOn') === 'on', price: numberOf(field('credits/price')) },
})

type LiveFormProps = { csrf: string; values: LiveValues; problems: readonly Problem[] }

export function LiveForm({ csrf, values, problems }: LiveFormProps) {
  const { watching, panelMinutes, chat, points, credits } = values
  const messages = useMessages()
  const { office } = messages
  const texts = office.ledgers.settings
  const amount = (name: string, value: number): Pick<FieldProps, 'name' | 'value' | 'type' | 'problems'> => ({
    name,
    value,
    type: 'number',
    problems,
  })
  return (
    <Form action="/backoffice/settings/live" csrf={csrf}>
      <fieldset>
        <Choice
          name="watching"
          label={texts.watching}
          value={watching}
          options={watchingOptions.map((option) => [option, texts.watchingOptions[option]] as const)}
          hint={texts.watchingHint}
          problems={problems}
        />
        <Field
          label={texts.panelMinutes}
          hint={texts.panelMinutesHint}
          {...amount('panelMinutes', panelMinutes)}
        />
      </fieldset>
      <fieldset>
        <legend>{texts.chat}</legend>
        <Switch name="chat/holdsLinks" label={texts.holdsLinks} isOn={chat.holdsLinks} />
        <Field
          name="chat/heldWords"
          label={texts.heldWords}
          hint={texts.heldWordsHint}
          rows={4}
          value={chat.heldWords.join('\n')}
          problems={problems}
        />
      </fieldset>
      <fieldset>
        <legend>{texts.points}</legend>
        <p class="hint">{texts.pointsHint}</p>
        <div class="field-row">
          <Field label={texts.watched} {...amount('points/watched', points.watched)} />
          <Field
            label={texts.question}
            hint={texts.questionHint}
            {...amount('points/question', points.question)}
          />
          <Field label={texts.survey} {...amount('points/survey', points.survey)} />
        </div>
      </fieldset>
      <fieldset>
        <legend>{texts.credits}</legend>
        <div class="switched">
          <Switch name="credits/isOn" label={texts.creditsOn} hint={texts.creditsHint} isOn={credits.isOn} />
          <Field label={texts.price} hint={texts.priceHint} {...amount('credits/price', credits.price)} />
        </div>
        {credits.isOn
          ? pageHooks.of('creditsLink').map(({ href, text }) => (
              <p>
                <a href={href}>{text(messages)}</a>
              </p>
            ))
          : null}
      </fieldset>
      <SaveBar />
    </Form>
  )
}

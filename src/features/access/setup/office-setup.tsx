// The second and third screens of the setup, for the new owner: dates and place, and how people take part.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../../../kernel/changes/errors.ts'
import { Field, Radio } from '../../../kit/components/form-fields.tsx'
import { check } from '../../../kit/forms/form-validation.ts'
import { fieldsOf } from '../../../kit/forms/forms.ts'
import { optionalText } from '../../../kit/office/form-values.ts'
import { callerOf, messagesOf } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { dayProblems } from '../../platforms/office-general-form.tsx'
import { changeSettings } from '../../platforms/platforms.ts'
import { eventFormats, PlatformChange, type PlatformSettings } from '../../platforms/schema.ts'
import { SETUP_FORMAT, sendSetupScreen } from './page-setup-frame.tsx'

export const setupScreenRoutes: FastifyPluginAsync<WebOptions> = async (office, { services }) => {
  office.get('/setup/place', { config: { operation: 'setupPlacePage' } }, (request, reply) =>
    sendPlace(request, reply, callerOf(request).platform.settings),
  )

  office.post('/setup/place', { config: { operation: 'setUpPlace' } }, async (request, reply) => {
    const field = fieldsOf(request)
    const [firstDay, lastDay] = [optionalText(field('firstDay')), optionalText(field('lastDay'))]
    const change = { firstDay, lastDay, venue: optionalText(field('venue')) }
    const problems = [...check(messagesOf(request), PlatformChange, change), ...dayProblems(change)]
    if (problems.length > 0) return sendPlace(request, reply, change, problems)
    await changeSettings(services, callerOf(request), change)
    return reply.redirect(SETUP_FORMAT, 303)
  })

  office.get('/setup/format', { config: { operation: 'setupFormatPage' } }, (request, reply) =>
    sendFormat(request, reply),
  )

  office.post('/setup/format', { config: { operation: 'setUpFormat' } }, async (request, reply) => {
    const change = { format: fieldsOf(request)('format') as PlatformSettings['format'] }
    const problems = check(messagesOf(request), PlatformChange, change)
    if (problems.length > 0) return sendFormat(request, reply, problems)
    await changeSettings(services, callerOf(request), change)
    return reply.redirect('/backoffice', 303)
  })
}

/** Most events are on site. */
const FIRST = eventFormats[0]

type Place = Pick<PlatformSettings, 'firstDay' | 'lastDay' | 'venue'>

function sendPlace(
  request: FastifyRequest,
  reply: FastifyReply,
  { firstDay, lastDay, venue }: Place,
  problems: readonly Problem[] = [],
) {
  const { setup, office } = messagesOf(request)
  const [texts, labels] = [setup.place, office.settings.general]
  const screen = {
    ...({ number: 2, title: texts.title, text: texts.text, submit: setup.next, problems } as const),
    skip: { href: SETUP_FORMAT, text: setup.skip },
  }
  return sendSetupScreen(
    request,
    reply,
    screen,
    <fieldset>
      <div class="field-pair">
        <Field name="firstDay" type="date" label={labels.firstDay} value={firstDay} problems={problems} />
        <Field name="lastDay" type="date" label={labels.lastDay} value={lastDay} problems={problems} />
      </div>
      <Field
        name="venue"
        label={labels.venue}
        value={venue}
        hint={texts.venueHint}
        maxLength={255}
        autocomplete="street-address"
        problems={problems}
      />
    </fieldset>,
  )
}

function sendFormat(request: FastifyRequest, reply: FastifyReply, problems: readonly Problem[] = []) {
  const { setup, names } = messagesOf(request)
  const texts = setup.format
  const screen = { number: 3, title: texts.title, text: texts.text, submit: setup.submit, problems } as const
  return sendSetupScreen(
    request,
    reply,
    screen,
    <fieldset class="setup-formats">
      <legend class="visually-hidden">{texts.title}</legend>
      {eventFormats.map((one) => (
        <Radio
          name="format"
          value={one}
          label={names.eventFormats[one]}
          hint={texts.hints[one]}
          isOn={one === FIRST}
        />
      ))}
    </fieldset>,
  )
}

// Settings > Registration: whether visitors can register, who is accepted without a review, the capacity, and the questions.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../../kernel/changes/errors.ts'
import type { PageServices } from '../../kernel/changes/services.ts'
import { Choice, Field, Form, Switch } from '../../kit/components/form-fields.tsx'
import { Group, SaveBar } from '../../kit/components/form-layout.tsx'
import { OperatorNote } from '../../kit/components/operator-note.tsx'
import { check } from '../../kit/forms/form-validation.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import {
  changedRows,
  isOn,
  type Row,
  rowsOf,
  sentValues,
  type Values,
  withRows,
} from '../../kit/office/form-values.ts'
import { REGISTRATION_SETTINGS } from '../../kit/office/paths.ts'
import { QuestionRows } from '../../kit/office/question-rows.tsx'
import { callerOf, messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { type AttendeeCounts, countAttendees } from '../people/registrations/registrations-store.ts'
import { sendSettingsPage } from '../platforms/office-settings-layout.tsx'
import { emailOriginOf } from '../platforms/page-platform.ts'
import { changeSettings } from '../platforms/platforms.ts'
import { acceptances, PlatformChange } from '../platforms/schema.ts'
import { readSiteOrigin } from '../platforms/site-origin.ts'
import { registrationBody, registrationValues } from './office-registration-values.ts'

type View = { values: Values; problems?: readonly Problem[]; isAdding?: boolean }

export const registrationSettingsRoutes: FastifyPluginAsync<WebOptions> = async (office, { services }) => {
  office.get(
    '/settings/registration',
    { config: { operation: 'registrationSettingsPage' } },
    (request, reply) =>
      send(services, request, reply, { values: registrationValues(callerOf(request).platform.settings) }),
  )

  office.post(
    '/settings/registration',
    { config: { operation: 'saveRegistrationSettings' } },
    async (request, reply) => {
      const values = sentValues(request)
      const changed = changedRows(values, ['questions'])
      if (changed)
        return send(services, request, reply, {
          values: withRows(values, changed.list, changed.rows),
          isAdding: values.do?.startsWith('add:') ?? false,
        })
      const body = registrationBody(values)
      const problems = check(messagesOf(request), PlatformChange, body)
      if (problems.length > 0)
        return send(services, request, reply.code(422), { values, problems: problems.map(inForm) })
      await changeSettings(services, callerOf(request), body)
      return reply.redirect(`${REGISTRATION_SETTINGS}?done=saved`, 303)
    },
  )
}

/** A problem with the name that the field has in the form. */
const inForm = (problem: Problem): Problem =>
  problem.pointer === undefined
    ? problem
    : { ...problem, pointer: problem.pointer.replace(/^\/registration/, '') }

/** Whether e-mails that no page sends lack the address of the site. The first sign-up on a confirmed host tells it. */
async function lacksAddress(services: PageServices, request: FastifyRequest): Promise<boolean> {
  if (!services.hasMailer || (await emailOriginOf(services, request)) !== undefined) return false
  return (await readSiteOrigin(services, callerOf(request).platform.id, undefined)) === undefined
}

async function send(services: PageServices, request: FastifyRequest, reply: FastifyReply, view: View) {
  const hasNoAddress = await lacksAddress(services, request)
  const counts = await services.store.read(countAttendees({ platformId: callerOf(request).platform.id }))
  const { problems = [] } = view
  return sendSettingsPage(services, request, reply, { tab: 'registration', problems }, (csrf) => (
    <RegistrationForm {...{ csrf, counts, hasNoAddress }} {...view} />
  ))
}

type FormProps = View & { csrf: string; counts: AttendeeCounts; hasNoAddress: boolean }

function RegistrationForm({
  csrf,
  counts,
  hasNoAddress,
  values,
  problems = [],
  isAdding = false,
}: FormProps) {
  const { registrations, settings } = useMessages().office
  const texts = registrations.settings
  const at = (name: string) => ({ name, value: values[name] ?? '', problems })
  return (
    <Form action={REGISTRATION_SETTINGS} csrf={csrf}>
      <fieldset>
        {hasNoAddress ? (
          <div class="notice warning">
            <p>{texts.noAddress}</p>
            <OperatorNote text={settings.operator.address} />
          </div>
        ) : null}
        <Switch
          name="hasSignUp"
          label={texts.hasSignUp}
          hint={texts.hasSignUpHint}
          isOn={isOn(values, 'hasSignUp')}
        />
      </fieldset>
      <div class="of-sign-up">
        <Group title={texts.title}>
          <Choice
            label={texts.acceptance}
            options={acceptances.map((value) => [value, texts.acceptances[value]] as const)}
            {...at('acceptance')}
          />
          <Field label={texts.domains} hint={texts.domainsHint} rows={3} {...at('domains')} />
          <Field
            label={texts.capacity}
            type="number"
            hint={
              <>
                {texts.capacityHint} {texts.taken({ accepted: counts.accepted, waiting: counts.waiting })}
              </>
            }
            {...at('capacity')}
          />
          <Switch
            name="hasSummary"
            label={texts.hasSummary}
            hint={texts.hasSummaryHint}
            isOn={isOn(values, 'hasSummary')}
          />
        </Group>
        <Questions rows={rowsOf(values, 'questions')} problems={problems} isAdding={isAdding} />
      </div>
      <SaveBar />
    </Form>
  )
}

type QuestionsProps = { rows: readonly Row[]; problems: readonly Problem[]; isAdding: boolean }

function Questions(props: QuestionsProps) {
  const texts = useMessages().office.registrations.settings
  return (
    <QuestionRows
      {...props}
      texts={texts}
      members={{
        text: { name: 'label', label: texts.label, maxLength: 200 },
        choices: { name: 'choices', label: texts.choices, hint: texts.choicesHint },
        required: { name: 'isRequired', label: texts.isRequired },
      }}
      renderMore={(at) => {
        const { name, value } = at('id')
        return <input type="hidden" name={name} value={value} />
      }}
    />
  )
}

// The first steps of a new platform, on its dashboard. Steps check themselves off, and owners can dismiss them.
import type { FastifyPluginAsync } from 'fastify'
import type { ComponentChildren } from 'preact'
import { Refusal } from '../../kernel/changes/errors.ts'
import { isTimeZone } from '../../kernel/lib/time/instants.ts'
import { Form } from '../../kit/components/form-fields.tsx'
import { Icon } from '../../kit/components/icon.tsx'
import { zoneOptions } from '../../kit/components/time-zone-options.tsx'
import { fieldsOf } from '../../kit/forms/forms.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { FIRST_STEPS, IMPORT, NEW_KEY, TEMPLATES } from '../../kit/office/paths.ts'
import { callerOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import {
  confirmZone,
  dismissFirstSteps,
  type FirstStep,
  type FirstSteps,
  firstSteps,
  recordSiteView,
} from './first-steps.ts'

export const firstStepRoutes: FastifyPluginAsync<WebOptions> = async (office, { services }) => {
  office.post('/first-steps', { config: { operation: 'changeFirstSteps' } }, async (request, reply) => {
    const caller = callerOf(request)
    const field = fieldsOf(request)
    const timezone = field('timezone')
    if (field('do') === 'zone' && isTimeZone(timezone)) await confirmZone(services, caller, timezone)
    if (field('do') === 'dismiss') {
      if (caller.user.role !== 'owner') throw new Refusal('not_found')
      await dismissFirstSteps(services, caller)
    }
    if (field('do') !== 'site') return reply.redirect('/backoffice', 303)
    await recordSiteView(services, caller)
    return reply.redirect('/', 303)
  })
}

type StepsProps = { steps: FirstSteps; zone: string; isOwner: boolean; isFolded: boolean; csrf: string }

/**
 * Folded once the event has begun. One step is open at a time, at first the next one. `zone` is the time zone of the
 * platform.
 */
export function FirstStepsPanel({ steps, zone, isOwner, isFolded, csrf }: StepsProps) {
  const texts = useMessages().office.firstSteps
  const open = firstSteps.filter((step) => !steps[step])
  const done = firstSteps.filter((step) => steps[step])
  const dismiss = isOwner ? (
    <Form action={FIRST_STEPS} csrf={csrf}>
      <button class="plain" type="submit" name="do" value="dismiss">
        {texts.dismiss}
      </button>
    </Form>
  ) : null
  const list = (
    <ol>
      {open.map((step) => (
        <OpenStep step={step} isOpen={step === open[0]}>
          <Action step={step} zone={zone} csrf={csrf} />
        </OpenStep>
      ))}
      {done.length > 0 ? <DoneSteps steps={done} /> : null}
    </ol>
  )
  if (isFolded)
    return (
      <details class="panel first-steps">
        <summary>
          <h2>{texts.title}</h2>
          <span class="quiet">{texts.progress({ done: done.length, all: firstSteps.length })}</span>
        </summary>
        {list}
        {dismiss}
      </details>
    )
  return (
    <section class="panel first-steps">
      <div class="panel-head">
        <h2>{texts.title}</h2>
        {dismiss}
      </div>
      {list}
    </section>
  )
}

function DoneSteps({ steps }: { steps: readonly FirstStep[] }) {
  const texts = useMessages().office.firstSteps
  return (
    <li class="is-done">
      <details>
        <summary>
          <Icon name="circle-check" />
          {texts.progress({ done: steps.length, all: firstSteps.length })}
        </summary>
        <ul class="quiet">
          {steps.map((step) => (
            <li>{texts.steps[step].title}</li>
          ))}
        </ul>
      </details>
    </li>
  )
}

type OpenStepProps = { step: FirstStep; isOpen: boolean; children: ComponentChildren }

function OpenStep({ step, isOpen, children }: OpenStepProps) {
  const texts = useMessages().office.firstSteps
  return (
    <li>
      <details name="first-steps" open={isOpen}>
        <summary>{texts.steps[step].title}</summary>
        <p class="quiet">{texts.steps[step].text}</p>
        {children}
      </details>
    </li>
  )
}

type ActionProps = { step: FirstStep; zone: string; csrf: string }

function Action({ step, zone, csrf }: ActionProps) {
  const { office, forms } = useMessages()
  const texts = office.firstSteps
  if (step === 'zone')
    return (
      <Form action={FIRST_STEPS} csrf={csrf} class="first-steps-zone">
        <label class="visually-hidden" for="first-zone">
          {forms.timeZone}
        </label>
        <select id="first-zone" name="timezone" data-own-zone>
          {zoneOptions(zone).map(([value, text]) => (
            <option value={value} selected={value === zone}>
              {text}
            </option>
          ))}
        </select>
        <button class="primary" type="submit" name="do" value="zone">
          {texts.confirm}
        </button>
      </Form>
    )
  if (step === 'site')
    return (
      <Form action={FIRST_STEPS} csrf={csrf}>
        <button class="primary" type="submit" name="do" value="site">
          {texts.viewSite}
        </button>
      </Form>
    )
  return (
    <div class="actions">
      {linksOf(texts)[step].map(([href, text], index) => (
        <a
          class={index === 0 ? 'button primary' : 'button'}
          href={href}
          {...(href.startsWith(`${IMPORT}/`) ? { download: true } : {})}
        >
          {text}
        </a>
      ))}
    </div>
  )
}

type Links = readonly (readonly [href: string, text: string])[]
type Texts = ReturnType<typeof useMessages>['office']['firstSteps']

const linksOf = (texts: Texts): Record<'logo' | 'programme' | 'colleagues' | 'key', Links> => ({
  logo: [['/backoffice/settings/design', texts.addLogo]],
  programme: [
    [IMPORT, texts.importFile],
    ['/backoffice/talks/new', texts.addTalk],
    [TEMPLATES.xlsx, texts.templateXlsx],
    [TEMPLATES.csv, texts.templateCsv],
  ],
  colleagues: [['/backoffice/users/new?type=admin', texts.invite]],
  key: [[NEW_KEY, texts.createKey]],
})

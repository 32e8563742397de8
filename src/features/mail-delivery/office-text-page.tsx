// Settings > E-mails: the text of one e-mail in each language, its preview, and a test to oneself.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { execute } from '../../kernel/changes/commands.ts'
import { type Problem, Refusal } from '../../kernel/changes/errors.ts'
import { originOf } from '../../kernel/http/server/hosts.ts'
import { EMAIL_LIFETIME_MS } from '../../kernel/limits.ts'
import { queueEmailOperation } from '../../kernel/outbox/emails.ts'
import {
  mailingKinds,
  OwnText,
  placeholdersOf,
  type TextKind,
  textKinds,
} from '../../kernel/outbox/schema.ts'
import type { Language } from '../../kernel/schema/languages.ts'
import { offeredLanguages } from '../../kernel/schema/offered-languages.ts'
import { Field, Form } from '../../kit/components/form-fields.tsx'
import { Group, SaveBar } from '../../kit/components/form-layout.tsx'
import { check } from '../../kit/forms/form-validation.ts'
import { fieldsOf } from '../../kit/forms/forms.ts'
import { languageNames } from '../../kit/messages/messages.ts'
import { Crumb } from '../../kit/office/object-page.tsx'
import { EMAIL_TEXTS, EMAILS } from '../../kit/office/paths.ts'
import { among, queryOf } from '../../kit/office/query-string.ts'
import { NavLink } from '../../kit/pages/layout.tsx'
import { callerOf, messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { sendSettingsPage } from '../platforms/office-settings-layout.tsx'
import { confirmedOriginOf } from '../platforms/page-platform.ts'
import { changeSettings } from '../platforms/platforms.ts'
import { sampleValues } from './render-email.ts'
import {
  defaultText,
  type EmailText,
  fillText,
  ownTextOf,
  textOf,
  unknownPlaceholders,
} from './render-texts.ts'

type Kinds = { Params: { kind: string } }
/** The text as entered in the form. */
type State = EmailText & { problems?: readonly Problem[]; isPreviewed?: boolean }

export const emailTextRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  const { services } = options

  office.get<Kinds>(
    '/settings/email-texts/:kind',
    { config: { operation: 'emailTextPage' } },
    async (request, reply) => {
      const { platform } = callerOf(request)
      const [kind, language] = [kindOf(request), languageOf(request, queryOf(request)('language'))]
      return showText(options, request, reply, textOf(platform, kind, language))
    },
  )

  office.post<Kinds>(
    '/settings/email-texts/:kind',
    { config: { operation: 'saveEmailText' } },
    async (request, reply) => {
      const caller = callerOf(request)
      const field = fieldsOf(request)
      const [kind, language] = [kindOf(request), languageOf(request, field('language'))]
      const sent = { subject: field('subject'), text: field('text') }
      const isReset = field('do') === 'reset'
      const own = { kind, language, ...sent }
      const problems = isReset ? [] : textProblems(request, own)
      if (problems.length > 0) return showText(options, request, reply.code(422), { ...sent, problems })
      if (field('do') === 'preview') return showText(options, request, reply, { ...sent, isPreviewed: true })
      const others = caller.platform.settings.emailTexts.filter(
        (one) => one.kind !== kind || one.language !== language,
      )
      const isDefault = isReset || isSame(sent, defaultText(kind, language))
      await changeSettings(services, caller, { emailTexts: isDefault ? others : [...others, own] })
      return reply.redirect(pathOf(kind, language, 'saved'), 303)
    },
  )

  office.post<Kinds>(
    '/settings/email-texts/:kind/test',
    { config: { operation: 'sendTestEmail' } },
    async (request, reply) => {
      if (!services.hasMailer) throw new Refusal('not_found')
      const caller = callerOf(request)
      const [kind, language] = [kindOf(request), languageOf(request, fieldsOf(request)('language'))]
      const origin = await confirmedOriginOf(services, request)
      await execute(services, caller, queueEmailOperation, {
        user: caller.user,
        kind,
        data: { language, origin, isTest: true },
        secret: null,
        expiresAt: services.clock.now() + EMAIL_LIFETIME_MS,
      })
      return reply.redirect(pathOf(kind, language, 'email-test'), 303)
    },
  )
}

const pathOf = (kind: TextKind, language: Language, done?: string): string =>
  `${EMAIL_TEXTS}/${kind}?language=${language}${done === undefined ? '' : `&done=${done}`}`

/** Throws `not_found` for an e-mail without an editable text. */
function kindOf({ params }: FastifyRequest<Kinds>): TextKind {
  const kind = among(textKinds, params.kind)
  if (kind === undefined) throw new Refusal('not_found')
  return kind
}

/** A language that the platform offers; by default its first. */
function languageOf(request: FastifyRequest, asked: string | undefined): Language {
  const { platform } = callerOf(request)
  return offeredLanguages(platform).find((one) => one === asked) ?? platform.settings.language
}

const isSame = (one: EmailText, other: EmailText): boolean =>
  one.subject === other.subject && one.text === other.text

function textProblems(request: FastifyRequest, own: OwnText): Problem[] {
  const messages = messagesOf(request)
  const { emails: texts } = messages.office
  const known = placeholdersOf[own.kind]
  const unknown = (['subject', 'text'] as const).flatMap((name) =>
    unknownPlaceholders(own.kind, own[name]).map((placeholder) => ({
      pointer: `/${name}`,
      code: 'placeholder',
      message: texts.unknownPlaceholder({ placeholder, known: known.map((one) => `{${one}}`) }),
    })),
  )
  // Without the link, nobody could accept an invitation.
  const lacksLink = own.kind === 'invitation' && !own.text.includes('{link}')
  return [
    ...check(messages, OwnText, own),
    ...unknown,
    ...(lacksLink ? [{ pointer: '/text', code: 'placeholder', message: texts.missingLink }] : []),
  ]
}

function showText(
  { services }: WebOptions,
  request: FastifyRequest<Kinds>,
  reply: FastifyReply,
  { subject, text, problems = [], isPreviewed = false }: State,
) {
  const { platform, user: viewer } = callerOf(request)
  const { office } = messagesOf(request)
  const { emails: texts } = office
  const kind = kindOf(request)
  const asked = request.method === 'POST' ? fieldsOf(request)('language') : queryOf(request)('language')
  const language = languageOf(request, asked)
  const known = placeholdersOf[kind]
  const expiresAt = services.clock.now() + EMAIL_LIFETIME_MS
  const values = sampleValues({ platform, viewer, origin: originOf(request), language, expiresAt })
  return sendSettingsPage(services, request, reply, { tab: 'emails', problems }, (csrf) => (
    <>
      <Crumb href={EMAILS} text={texts.back} />
      <h2>{texts.kinds[kind]}</h2>
      <p>{texts.occasions[kind]}</p>
      {mailingKinds.some((one) => one === kind) ? <p class="quiet">{texts.hasUnsubscribeLink}</p> : null}
      <nav class="tabs" aria-label={texts.languages}>
        {offeredLanguages(platform).map((one) => (
          <NavLink href={pathOf(kind, one)} text={languageNames[one]} isCurrent={one === language} />
        ))}
      </nav>
      <Form action={`${EMAIL_TEXTS}/${kind}`} csrf={csrf}>
        <input type="hidden" name="language" value={language} />
        <Group>
          <Field
            name="subject"
            label={texts.subject}
            value={subject}
            limit={200}
            isRequired
            problems={problems}
          />
          <Field
            name="text"
            label={texts.text}
            value={text}
            rows={14}
            limit={5000}
            isRequired
            problems={problems}
            hint={texts.placeholders({ names: known.map((one) => texts.placeholderNames[one]) })}
          />
        </Group>
        <SaveBar>
          <button type="submit" name="do" value="preview">
            {texts.preview}
          </button>
          {ownTextOf(platform, kind, language) ? (
            <button type="submit" name="do" value="reset" formNoValidate>
              {texts.restore}
            </button>
          ) : null}
        </SaveBar>
      </Form>
      {isPreviewed ? (
        <section class="card email-preview" aria-labelledby="preview">
          <h3 id="preview">{texts.preview}</h3>
          <p lang={language}>
            <strong>{fillText(subject, values)}</strong>
          </p>
          <p class="email-text" lang={language}>
            {fillText(text, values)}
          </p>
        </section>
      ) : null}
      {services.hasMailer ? (
        <Form action={`${EMAIL_TEXTS}/${kind}/test`} csrf={csrf}>
          <input type="hidden" name="language" value={language} />
          <p>{texts.testIntro({ email: viewer.email })}</p>
          <button type="submit">{texts.sendTest}</button>
        </Form>
      ) : null}
    </>
  ))
}

// Sign-ups whose e-mail is not proved yet. They are no accounts. Staff can hand out a link if the e-mail does not arrive,
// or if there is no mail server.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { originOf } from '../../kernel/http/server/hosts.ts'
import { Empty } from '../../kit/components/empty.tsx'
import { Form } from '../../kit/components/form-fields.tsx'
import { LogPager } from '../../kit/components/pager.tsx'
import { EmailText } from '../../kit/components/person.tsx'
import { DataTable } from '../../kit/lists/data-table.tsx'
import type { Column } from '../../kit/lists/list-definition.ts'
import { ListHeader } from '../../kit/lists/list-page.tsx'
import type { Messages } from '../../kit/messages/messages.ts'
import { Crumb } from '../../kit/office/object-page.tsx'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import { REGISTRATIONS, SIGN_UPS } from '../../kit/office/paths.ts'
import { queryOf, withQuery } from '../../kit/office/query-string.ts'
import { sendSecretsPage } from '../../kit/office/secrets-page.tsx'
import { Timestamp } from '../../kit/office/timestamp.tsx'
import { callerOf, messagesOf, zoneOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { showOnce } from '../access/one-time-pages/office-show-once.ts'
import { listSignUps, makeSignUpLink } from '../access/sign-up/sign-up.ts'
import type { SignUpRow } from '../access/tables.ts'
import { expiryOf } from '../mail-delivery/render-email.ts'

type Ids = { Params: { id: string } }

export const signUpRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  const { services } = options

  office.get('/registrations/sign-ups', { config: { operation: 'signUps' } }, async (request, reply) => {
    const { signUps: texts, registrations } = messagesOf(request).office
    const cursor = queryOf(request)('after')
    const { signUps, next } = await listSignUps(services, callerOf(request), { cursor })
    const view = { zone: zoneOf(request.visit), now: services.clock.now() }
    return sendOfficePage(request, reply, { title: texts.title }, (csrf) => (
      <>
        <Crumb href={REGISTRATIONS} text={registrations.title} />
        <ListHeader title={texts.title} />
        <p class="quiet">{services.hasMailer ? texts.intro : texts.introWithoutMail}</p>
        <DataTable
          caption={texts.title}
          columns={columnsOf(texts, csrf)}
          rows={signUps}
          view={view}
          empty={<Empty>{texts.none}</Empty>}
        />
        <LogPager older={next === null ? undefined : withQuery(SIGN_UPS, { after: next })} />
      </>
    ))
  })

  office.post<Ids>(
    '/registrations/sign-ups/:id/link',
    { config: { operation: 'makeSignUpLink' } },
    async (request, reply) => {
      const made = await makeSignUpLink(services, callerOf(request), {
        id: request.params.id,
        origin: originOf(request),
      })
      const { signUp, url } = made
      return showOnce(options, request, reply, {
        kind: 'sign_up',
        data: { email: signUp.email, expiresAt: signUp.expiresAt, url },
      })
    },
  )
}

const columnsOf = (texts: Messages['office']['signUps'], csrf: string): Column<SignUpRow>[] => [
  { name: texts.email, isRowHeader: true, cell: ({ email }) => <EmailText email={email} /> },
  {
    name: texts.requested,
    cell: ({ createdAt }, { zone }) => <Timestamp at={createdAt} zone={zone} isShort />,
  },
  {
    name: texts.expires,
    cell: ({ expiresAt }, { zone }) => <Timestamp at={expiresAt} zone={zone} isShort />,
  },
  {
    name: texts.link,
    cell: ({ id, email }) => (
      <Form action={`${SIGN_UPS}/${id}/link`} csrf={csrf}>
        <button type="submit" aria-label={texts.createLinkFor({ email })}>
          {texts.createLink}
        </button>
      </Form>
    ),
  },
]

/** `expiresAt` is in epoch milliseconds. */
export type SignUpLink = { email: string; url: string; expiresAt: number }

declare module '../access/one-time-pages/office-show-once.ts' {
  interface OneTimeData {
    sign_up: SignUpLink
  }
}

export function sendSignUpLink(
  request: FastifyRequest,
  reply: FastifyReply,
  { email, url, expiresAt }: SignUpLink,
) {
  const messages = messagesOf(request)
  const { signUps: texts, forms } = messages.office
  return sendSecretsPage(request, reply, {
    documentTitle: texts.linkFor({ email }),
    head: (
      <>
        <Crumb href={SIGN_UPS} text={texts.title} />
        <h1>{texts.linkFor({ email })}</h1>
      </>
    ),
    notice: (
      <>
        <strong>{texts.shownOnce}</strong>{' '}
        {texts.use({ email, until: expiryOf(messages, expiresAt, zoneOf(request.visit)) })}
      </>
    ),
    secrets: [{ id: 'sign-up-link', label: texts.link, text: url }],
    next: { href: SIGN_UPS, text: forms.done },
  })
}

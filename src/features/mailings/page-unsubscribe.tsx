// Unsubscribing with the link in an e-mail, without signing in. Opening the link changes nothing, because mail scanners
// open links. The POST comes from the page or from a mail program (RFC 8058), which has no cookies and sends any type
// of form.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Form } from '../../kit/components/form-fields.tsx'
import { messagesOf, pathOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { sendFormPage } from '../access/page-account-layout.tsx'
import { readSubscription, unsubscribe } from './email-choices.ts'

type Link = { Params: { token: string } }

const MAX_BODY_BYTES = 4096

export const unsubscribeRoutes: FastifyPluginAsync<WebOptions> = async (site, { services }) => {
  site.removeAllContentTypeParsers()
  // The address contains everything that is needed.
  site.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null, {}))

  site.get<Link>(
    '/unsubscribe/:token',
    { config: { operation: 'unsubscribePage' } },
    async (request, reply) => {
      const { params, visit } = request
      const subscription = await readSubscription(services, visit.platform, params.token)
      if (!subscription) return showInvalid(request, reply)
      const { unsubscribe: texts } = messagesOf(request).emails
      return sendFormPage(request, reply, texts.title, (csrf) => (
        <>
          <p>{texts.texts[subscription.kind]({ platform: visit.platform.name })}</p>
          <Form action={pathOf(request)} csrf={csrf}>
            <button class="primary" type="submit">
              {texts.submit}
            </button>
          </Form>
        </>
      ))
    },
  )

  site.post<Link>(
    '/unsubscribe/:token',
    { config: { operation: 'unsubscribe', isOneClick: true }, bodyLimit: MAX_BODY_BYTES },
    async (request, reply) => {
      const isDone = await unsubscribe(services, request.visit.platform, request.params.token)
      if (!isDone) return showInvalid(request, reply)
      const { unsubscribe: texts } = messagesOf(request).emails
      return sendFormPage(request, reply, texts.doneTitle, () => (
        <>
          <p>{texts.done}</p>
          <AllChoices text={texts.all} />
        </>
      ))
    },
  )
}

function showInvalid(request: FastifyRequest, reply: FastifyReply) {
  reply.code(404)
  const { unsubscribe: texts } = messagesOf(request).emails
  return sendFormPage(request, reply, texts.invalidTitle, () => (
    <>
      <p>{texts.invalidText}</p>
      <AllChoices text={texts.all} />
    </>
  ))
}

const AllChoices = ({ text }: { text: string }) => (
  <p>
    <a href="/account/emails">{text}</a>
  </p>
)

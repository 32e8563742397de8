// The page that shows a new API key once, with a request to try it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { API } from '../../kernel/http/api/responses.ts'
import { curlCommand, seenSelfSignedPath } from '../../kernel/http/server/curl.ts'
import { hostOf } from '../../kernel/http/server/hosts.ts'
import type { KeyLevel } from '../../kernel/lib/security/api-key-format.ts'
import { draftTalk } from '../../kernel/schema/examples.ts'
import { API_DOCUMENTATION, KEYS } from '../../kit/office/paths.ts'
import { sendSecretsPage } from '../../kit/office/secrets-page.tsx'
import { messagesOf } from '../../kit/pages/visit.ts'

/** A key that has just been created or rotated. */
export type ApiKeySecret = { key: string; level: KeyLevel; title: string }

declare module '../access/one-time-pages/office-show-once.ts' {
  interface OneTimeData {
    api_key: ApiKeySecret
  }
}

const apiUrl = (request: FastifyRequest): string => `https://${hostOf(request)}${API}`

/** A request that works on every platform. */
export const exampleUrl = (request: FastifyRequest): string => `${apiUrl(request)}/talk/upcoming?limit=3`

export function sendApiKeySecret(
  request: FastifyRequest,
  reply: FastifyReply,
  { key, level, title }: ApiKeySecret,
) {
  const { apiKeys, forms } = messagesOf(request).office
  const texts = apiKeys.secret
  const url = exampleUrl(request)
  const caPath = seenSelfSignedPath(request)
  return sendSecretsPage(request, reply, {
    documentTitle: texts.documentTitle,
    head: <h1>{title}</h1>,
    notice: level === 'privileged' ? `${texts.notice} ${texts.privilegedNotice}` : texts.notice,
    secrets: [
      { id: 'new-key', label: texts.key, text: key },
      { id: 'new-key-curl', label: texts.example, text: curlCommand({ url, key, caPath }) },
      {
        id: 'new-key-put',
        label: texts.creation,
        text: curlCommand({ url: `${apiUrl(request)}/talks/ext:hello`, key, caPath, body: draftTalk }),
      },
    ],
    ...(caPath === undefined
      ? {}
      : {
          children: (
            <p class="quiet">{texts.certificateHint({ option: (option) => <code>{option}</code> })}</p>
          ),
        }),
    next: { href: KEYS, text: forms.done },
    more: <a href={API_DOCUMENTATION}>{texts.documentation}</a>,
  })
}

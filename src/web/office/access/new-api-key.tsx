// The one page on which a key stands: with a button that copies it, and a request to try it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ShownApiKey } from '../../../domain/access/api-keys.ts'
import { API } from '../../../http/api/responses.ts'
import { hostOf } from '../../../http/problems/problems.ts'
import { Copyable } from '../shared/facts.tsx'
import { sendOfficePage } from '../shared/office-layout.tsx'

/** Shows a key that was made or rotated a moment ago. It is kept nowhere else. */
export function sendNewKey(
  request: FastifyRequest,
  reply: FastifyReply,
  { key, level }: ShownApiKey & { key: string },
  title: string,
) {
  const address = `https://${hostOf(request)}${API}/talk/upcoming?limit=3`
  return sendOfficePage(request, reply, { title: 'Key', scripts: ['copy.js'] }, () => (
    <>
      <h1>{title}</h1>
      <p class="notice warn">
        This is the only time that the key is shown. Keep it where your system keeps its secrets
        {level === 'privileged' ? '; it opens everything that an owner may do by the API' : ''}.
      </p>
      <h2>Key</h2>
      <Copyable id="new-key" text={key} />
      <h2>Try it</h2>
      <Copyable id="new-key-curl" text={`curl -H 'Authorization: Bearer ${key}' '${address}'`} />
      <p class="quiet">
        With a certificate that this machine does not trust yet, curl needs <code>--cacert</code> and its
        file.
      </p>
      <p class="actions">
        <a class="button" href="/backoffice/settings/advanced">
          I have kept it
        </a>
        <a href="/docs">What the API can do</a>
      </p>
    </>
  ))
}

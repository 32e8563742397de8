// What is sent to endpoints and what they have to know, as the OpenAPI document tells it.

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema: { type: 'string' as const },
  example,
})

/** For who writes a receiver; docs/webhooks.md has the same. */
export const aboutWebhooks = `Endpoints that are told of changes, by [Standard Webhooks](https://www.standardwebhooks.com).

- Each change is a \`POST\` of a \`WebhookPayload\`. It holds no values: read the object.
- Three headers: \`webhook-id\`, \`webhook-timestamp\` (seconds since 1970), \`webhook-signature\`.
- Verify with a library of Standard Webhooks, the secret, and the body byte for byte as it came; it also refuses what is older than five minutes. By hand: one of the signatures, separated by blanks, is \`v1,\` and the base64 of HMAC-SHA256 over \`<webhook-id>.<webhook-timestamp>.<body>\`, under the base64 of the secret behind \`whsec_\`.
- After a rotation there are two signatures for a while: of the new secret and of the old.
- Answer 2xx within 15 seconds, before working on it. Anything else is a failure, a redirect too: it is not followed.
- What failed is sent again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, up to a tenth later; then it is given up.
- A delivery comes at least once: keep the \`webhook-id\` of each for some days, and drop what you have had. It stays the same in every attempt and redelivery.
- Changes of one object come in their order, and a later one waits for an earlier one; those of different objects come in any order. \`version\` tells which is the newer.
- Answer 410 to be sent nothing more: the webhook is disabled at once. It is disabled as well after five days of nothing but failures.
- What was missed is sent again by \`POST /webhooks/{id}/redeliver\` for 30 days, and stands in \`GET /events\`.`

export const webhooks = {
  change: {
    post: {
      operationId: 'receiveChange',
      tags: ['Webhooks'],
      summary: 'A change, as an endpoint is told of it',
      description: 'Sent by Lectern to the address of a webhook.',
      security: [],
      parameters: [
        header(
          'webhook-id',
          'The id of the delivery, the same in every attempt.',
          '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11',
        ),
        header('webhook-timestamp', 'When the attempt was made, in seconds since 1970.', '1803895200'),
        header('webhook-signature', 'One or more signatures, separated by blanks.', 'v1,(base64)'),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/WebhookPayload' } } },
      },
      responses: {
        '2XX': { description: 'It was received.' },
        '410': { description: 'Nothing more is wanted: the webhook is disabled.' },
        default: { description: 'A failure: it is sent again.' },
      },
    },
  },
}

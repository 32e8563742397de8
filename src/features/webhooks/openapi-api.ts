// Webhook requests in the OpenAPI document, and instructions for receiving them.

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema: { type: 'string' as const },
  example,
})

/** For developers of a receiver. docs/webhooks.md contains the same text. */
export const aboutWebhooks = `Webhooks send every change to your endpoint as it happens. They follow [Standard Webhooks](https://www.standardwebhooks.com).

- **Payload.** Each change is a \`POST\` with a \`WebhookPayload\`. It contains no values; read the object to get them.
- **Headers.** Every request has \`webhook-id\`, \`webhook-timestamp\` (seconds since 1970), and \`webhook-signature\`.
- **Signatures.** Verify each request with a Standard Webhooks library, your secret, and the unmodified body. The library also rejects requests older than five minutes. To verify by hand, decode the base64 part of the secret after \`whsec_\` and use it as the key for HMAC-SHA256 of \`<webhook-id>.<webhook-timestamp>.<body>\`. One of the space-separated signatures must be \`v1,\` followed by the result in base64.
- **Rotation.** During the grace period after a rotation, requests carry two signatures: one for the new secret and one for the old secret.
- **Response.** Respond with 2xx within 15 seconds, before you process the event. Every other response is a failure. Redirects are not followed.
- **Retries.** A failed delivery is retried after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, and 24 h, each up to 10% later. After the last attempt it is marked as failed.
- **Duplicates.** A delivery can arrive more than once. Store each \`webhook-id\` for a few days and ignore the ones you have already processed. All attempts and redeliveries of an event have the same \`webhook-id\`.
- **Order.** The changes of one object arrive in order: a later one waits for the earlier ones. Changes of different objects can arrive in any order. The higher \`version\` is the newer one.
- **Unsubscribing.** Respond with 410 to disable the webhook immediately. A webhook is also disabled after five days without a successful delivery.
- **Missed events.** For 30 days, \`POST /webhooks/{id}/redeliver\` sends events again, and \`GET /events\` lists them.`

export const webhooks = {
  change: {
    post: {
      operationId: 'receiveChange',
      tags: ['Webhooks'],
      summary: 'Receive a change',
      description: 'Lectern sends this request to the URL of a webhook.',
      security: [],
      parameters: [
        header(
          'webhook-id',
          'The id of the delivery. It is the same for every attempt.',
          '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11',
        ),
        header('webhook-timestamp', 'The time of the attempt, in seconds since 1970.', '1803895200'),
        header('webhook-signature', 'One or more signatures, separated by spaces.', 'v1,(base64)'),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/WebhookPayload' } } },
      },
      responses: {
        '200': { description: 'Received. Every other 2xx status means the same.' },
        '410': { description: 'Unsubscribed. Lectern disables the webhook.' },
        default: { description: 'Failed. Lectern retries the delivery.' },
      },
    },
  },
}

// Webhooks, their deliveries, and their secrets.
import type { ComponentChildren } from 'preact'
import type { Wrap } from '../../messages.ts'
import { number, plural } from '../formats.ts'

const form = {
  url: 'URL',
  urlHint: 'A public https URL. Pending deliveries go to the current URL.',
  maskedUrlHint:
    'The values of its query are shown as •••. They stay if you leave the URL unchanged; otherwise, enter the whole URL.',
  description: 'Description',
  descriptionHint: 'The system that receives the events, for example.',
  events: 'Events',
  allEvents: 'All events',
  selectedEvents: 'Selected events',
  kinds: {
    talk: { legend: 'Talks', all: 'All talk events' },
    sponsor: { legend: 'Sponsors', all: 'All sponsor events' },
    user: { legend: 'Users', all: 'All user events' },
  },
  actions: { created: 'Created', updated: 'Updated', deleted: 'Deleted' },
  noEvents: 'Select at least one event.',
  enabled: 'Enabled',
  enabledHint: 'A disabled webhook sends nothing. You can send the events of that time later.',
  passwordHint: 'Required because the next page shows a secret.',
}

const status = {
  enabled: 'Enabled',
  disabled: 'Disabled',
  failing: 'Failing',
  gone: 'Disabled because the endpoint answered 410 Gone. Enable the webhook when the endpoint is back.',
  gaveUp:
    'Disabled after five days of failed attempts. When the endpoint works again, enable the webhook and redeliver the events of that time.',
  failingSince: (since: ComponentChildren) => [
    'Every attempt has failed since ',
    since,
    '. After five days of failures the webhook is disabled.',
  ],
  urlAndCreated: (url: ComponentChildren, at: ComponentChildren) => [url, ' · Created ', at],
  events: 'Events',
  allEvents: 'All',
  attempts: 'Attempts in 24 hours',
  failedAttempts: 'Failed attempts',
  count: (count: number) => number(count),
  pending: 'Pending deliveries',
  failed: 'Failed deliveries',
  oldSecretExpires: 'Old secret expires',
}

const page = {
  documentTitle: 'Webhook',
  navigation: 'Webhook',
  deliveriesTab: 'Deliveries',
  editTab: 'Edit',
  sendTest: 'Send test event',
  rotate: 'Rotate secret',
  delete: 'Delete',
  saved: 'Changes saved.',
  testQueued: 'Test event queued. Look for webhook.test among the deliveries.',
  queued: (count: number) =>
    count === 0
      ? 'No deliveries queued: there were no matching events.'
      : plural(count, { one: '# delivery queued.', other: '# deliveries queued.' }),
  redeliverRange: 'Redeliver a time range',
  redeliverIntro: (zone: string) =>
    `Sends all events of that time that the webhook subscribes to, including those already delivered. A repeated delivery keeps its ID. Times are in ${zone}.`,
  from: 'From',
  fromHint: 'At most 30 days ago.',
  to: 'To',
  toHint: 'Leave empty for the current time.',
  redeliver: 'Redeliver',
  /** By field and problem code. */
  rangeProblems: {
    '/from minimum': 'must not be more than 30 days ago',
    '/from maximum': 'must not be in the future',
    '/to minimum': 'must be after the start of the range',
    '/to maximum': 'must be earlier, because the range has too many events; redeliver it in parts',
  },
  notQueued: 'Nothing was redelivered. Fix these problems:',
}

const deliveries = {
  title: 'Deliveries',
  intro: (zone: string) => `Newest first. Deliveries are kept for 30 days. Times are in ${zone}.`,
  state: 'State',
  allStates: 'All states',
  states: { pending: 'Pending', delivered: 'Delivered', failed: 'Failed' },
  noDeliveries: 'No deliveries yet. They appear here when an event occurs.',
  noMatches: 'No matching deliveries.',
  event: 'Event',
  attempts: 'Attempts',
  lastResponse: 'Last response',
  lastAttempt: 'Last attempt',
  delivery: 'Delivery',
  deliveryNamed: (id: string) => `Delivery ${id}`,
}

const delivery = {
  documentTitle: 'Delivery',
  intro: (id: Wrap, text: string, zone: string) => ['Delivery ', id(text), `. Times are in ${zone}.`],
  queued: 'Queued',
  attemptsSinceQueued: 'Attempts since queued',
  nextAttempt: 'Next attempt',
  due: 'Due now',
  object: 'Object',
  objectNamed: (kind: string, id: string) => `${kind} …${id}`,
  redeliver: 'Redeliver',
  request: 'Request',
  timeOfAttempt: '(time of the attempt)',
  attempts: 'Attempts',
  noAttempts: 'No attempts yet.',
  noResponse: 'No response',
  to: (url: Wrap, text: string) => ['to ', url(text)],
}

const rotation = {
  title: 'Rotate webhook secret',
  intro:
    'The webhook gets a new secret, which is shown once on the next page. During the grace period deliveries are signed with both secrets, so that you can update the receiving system without downtime.',
  submit: 'Rotate secret',
  failed: 'The secret was not rotated.',
}

const deletion = {
  title: 'Delete webhook',
  intro: (url: Wrap, text: string) => [
    'Nothing more will be sent to ',
    url(text),
    '. Its deliveries, including pending ones, are deleted. Its changes stay in the audit log.',
  ],
  submit: 'Delete webhook',
}

const secret = {
  created: 'Webhook created',
  rotated: 'Webhook secret rotated',
  documentTitle: 'Webhook secret',
  notice:
    'Copy this secret now. It is shown once and cannot be retrieved later. Store it where the receiving system keeps its secrets.',
  secret: 'Secret',
  use: (standard: Wrap) => [
    'The receiving system uses it to verify every delivery, as defined by ',
    standard('Standard Webhooks'),
    '. Its libraries for most languages take the secret as shown here.',
  ],
}

export const webhooks = {
  title: 'Webhooks',
  intro:
    'Webhooks tell other systems when talks, sponsors, and users change. An event says which object changed, but contains none of its values.',
  noWebhooks: 'No webhooks yet.',
  noWebhooksAdvice: 'Create one to notify another system.',
  ownersOnly: 'Only owners can create and change webhooks.',
  new: 'New webhook',
  create: 'Create webhook',
  notCreated: 'The webhook was not created. Fix these problems:',
  form,
  status,
  page,
  deliveries,
  delivery,
  rotation,
  deletion,
  secret,
}

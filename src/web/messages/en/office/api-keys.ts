// API keys and the rate limit, under Settings > Advanced.
import type { ComponentChildren } from 'preact'
import type { Wrap } from '../../messages.ts'
import { number, plural } from '../formats.ts'

const form = {
  name: 'Name',
  nameHint: 'The system that will use the key, for example.',
  level: 'Level',
  levels: {
    standard: 'Standard: talks, sponsors, and users',
    privileged: 'Privileged: also owners, and the accounts of admins and owners',
  },
  levelHint: 'Use a standard key unless the system manages admins and owners.',
  standardOnly: 'Only owners can create privileged keys.',
  expiresAt: 'Expiration date',
  expiresAtHint: (zone: string) =>
    `The key expires at the end of this day in ${zone}. Leave empty if it should not expire.`,
  notADate: 'must be a date such as 2027-12-31',
  inThePast: 'must not be in the past',
  allowedAddresses: 'Allowed IP addresses',
  allowedAddressesHint: 'One address or range per line, such as 192.0.2.0/24. Leave empty to allow all.',
  passwordHint: 'Required for privileged keys.',
  create: 'Create key',
}

const card = {
  created: (at: ComponentChildren) => ['Created ', at],
  exposed: (at: ComponentChildren) => [
    'This key was sent over plain HTTP on ',
    at,
    '. Rotate it: others may have read it.',
  ],
  lastUsed: 'Last used',
  neverUsed: 'Never',
  lastMinute: 'Last 60 seconds',
  ofLimit: (used: number, limit: number) => `${number(used)} of ${number(limit)}`,
  usage: 'Share of the rate limit in use',
  lastDay: 'Last 24 hours',
  requests: (count: number) => plural(count, { one: '# request', other: '# requests' }),
  expires: 'Expires',
  neverExpires: 'Never',
  allowedFrom: 'Allowed from',
  anywhere: 'Anywhere',
  oldSecretExpires: 'Old secret expires',
  viewRequests: 'View requests',
  rotate: 'Rotate',
  revoke: 'Revoke',
  revoked: 'Revoked',
  expired: 'Expired',
  expiresSoon: (when: string) => `Expires ${when}`,
}

const rotation = {
  title: (name: string) => `Rotate “${name}”`,
  intro:
    'The key gets a new secret, which is shown once on the next page. Name, level, expiration date, and allowed IP addresses stay the same. During the grace period the old secret works too, so that you can update your system without downtime.',
  submit: 'Rotate key',
  failed: 'The key was not rotated.',
}

const revocation = {
  title: (name: string) => `Revoke “${name}”`,
  intro: (key: Wrap, text: string) => [
    'Requests with ',
    key(text),
    ' will be rejected within a second. This cannot be undone. ',
  ],
  neverUsed: 'The key has never been used.',
  lastUsed: (when: string) => `The key was last used ${when}.`,
  submit: 'Revoke key',
  failed: 'The key was not revoked.',
}

const secret = {
  created: (name: string) => `Key “${name}” created`,
  rotated: (name: string) => `Key “${name}” rotated`,
  documentTitle: 'API key',
  notice:
    'Copy this key now. It is shown once and cannot be retrieved later. Store it where your system keeps its secrets.',
  privilegedNotice: 'With it, the API allows everything that an owner may do.',
  key: 'API key',
  creation: 'A request that creates a draft',
  example: 'Example request',
  certificateHint: (option: Wrap) => [
    'The server uses its own self-signed certificate. On another computer, copy the file to it and change the path after ',
    option('--cacert'),
    '.',
  ],
  documentation: 'API documentation',
}

export const apiKeys = {
  title: 'API keys',
  noKeys: 'No API keys yet. Create one to let another system use the External API.',
  new: 'New API key',
  notCreated: 'The key was not created. Fix these problems:',
  form,
  card,
  rotation,
  revocation,
  secret,
  passwordHint: 'Required because the key is privileged.',
  levels: { standard: 'Standard', privileged: 'Privileged' },
  limit: {
    title: 'Rate limit',
    label: 'Requests per key in any 60 seconds',
    hint: 'Requests over the limit are rejected with status 429 and do not count.',
    submit: 'Save limit',
  },
}

// The frame of the Back Office, and notices that several areas share.

export const frame = {
  /** The document title. */
  title: (page: string) => `${page} · Back Office`,
  navigation: 'Back Office',
  menu: 'Menu',
  signedInAs: 'Signed in as',
  groups: {
    programme: 'Programme',
    people: 'People',
    live: 'Live',
    integrations: 'Integrations',
    settings: 'Settings',
  },
  areas: {
    dashboard: 'Dashboard',
    talks: 'Talks',
    speakers: 'Speakers',
    sponsors: 'Sponsors',
    surveys: 'Surveys',
    users: 'Users',
    registrations: 'Registrations',
    keys: 'API keys',
    webhooks: 'Webhooks',
    audit: 'Audit log',
    requests: 'Request log',
    settings: 'Settings',
  },
  /** What a form has done, shown on the next page. */
  done: {
    created: 'Created.',
    saved: 'Changes saved.',
    unchanged: 'There was nothing to change.',
    deleted: 'Deleted.',
    restored: 'Restored.',
    erased: 'Erased.',
    role: 'Role changed.',
    accepted: 'Registration accepted.',
    invited: 'Invitation on its way. Settings > E-mails shows when it is sent.',
    'invitation-revoked': 'Invitation revoked. Its link no longer works.',
    'email-test': 'Test e-mail on its way.',
    'email-retried': 'E-mail queued again.',
    rejected: 'Registration rejected.',
    'two-factor': 'Two-factor authentication turned off. The account now signs in with its password alone.',
    revoked: 'Key revoked. Requests with it are now rejected.',
    hosts: 'Host names saved.',
    'webhook-deleted': 'Webhook deleted.',
  },
  copy: 'Copy',
  copied: 'Copied',
  none: 'None',
  /** Replaces the messages that the API gives to keys. */
  refusals: {
    too_many_requests: 'There are too many requests at the moment. Try again later.',
    protected_account: 'This account is an admin or owner. Only owners can do this.',
    insufficient_permissions: 'Only owners can create admins and owners.',
    unconfirmed_host:
      'This host name is not confirmed, so no link can be created for it. An owner can add it under Settings > General. If its port is neither 443 nor that of the server, LECTERN_PUBLIC_URL must be set instead.',
  },
}

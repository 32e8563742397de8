// The platforms of the installation, for its operator.

export const platforms = {
  title: 'Platforms',
  new: 'New platform',
  intro:
    'A platform has its own talks, sponsors, users, keys, and settings, and sees nothing of other platforms.',
  platform: 'Platform',
  name: 'Name',
  slug: 'Short name',
  slugHint: 'Lowercase letters, digits, and hyphens. The command line uses this name.',
  timeZoneHint: 'The programme is shown in this time zone.',
  owner: 'First owner',
  create: 'Create platform',
  notCreated: 'The platform was not created. Fix these problems:',
  current: 'Current',
  otherHosts: 'All other host names',
  noHosts: 'No host names',
  hosts: 'Host names',
  hostsOf: (name: string) => `Host names of ${name}`,
  hostsHint:
    'One per line, without https:// and port. Each name must lead to this server, and its certificate must cover it.',
  created: {
    title: (name: string) => `Platform “${name}” created`,
    notice:
      'Copy the owner’s password now. It is shown once and cannot be retrieved later. It must be changed at the first sign-in and expires after 7 days.',
    password: (email: string) => `Password of ${email}`,
    next: 'The platform has no host name yet. Add one so that its owner can sign in.',
    addHosts: 'Add host names',
    all: 'All platforms',
  },
}

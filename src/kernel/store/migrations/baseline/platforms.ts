// Platforms (tenants), their hosts, the secret of the installation, and the leases of its nodes.

export const platforms = `
create table installation (
  id INTEGER primary key check (id = 1),
  secret TEXT not null
) STRICT;

create table platforms (
  id TEXT primary key,
  slug TEXT not null unique,
  name TEXT not null,
  settings TEXT not null,
  created_at INTEGER not null,
  updated_at INTEGER not null
) STRICT;

create table platform_hosts (
  host TEXT primary key,
  platform_id TEXT not null references platforms (id) on delete cascade
) STRICT;
create index platform_hosts_platform on platform_hosts (platform_id);

create table leases (
  name TEXT not null primary key,
  holder TEXT not null,
  token INTEGER not null,
  session INTEGER not null,
  expires_at INTEGER not null
) STRICT;
`

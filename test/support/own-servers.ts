// The test files that start their own servers, stores, processes, or browsers, and why. All others share those of
// `useApi`, `startPlatform`, and `useBrowser`, which take much less time.
import { relative, resolve } from 'node:path'

const REASONS: Readonly<Partial<Record<`${'src' | 'test'}/${string}.test.ts`, string>>> = {
  'src/demo/demo.test.ts': 'the demo content of a new installation',
  'src/features/access/links/invitations.page.test.ts': 'a mail server',
  'src/features/access/links/reset-link-email.page.test.ts': 'a mail server',
  'src/features/access/links/sign-in-links.page.test.ts': 'a mail server',
  'src/features/access/one-time-pages/one-time-pages.page.test.ts':
    'the default platform, whose owners add others',
  'src/features/access/sessions/sessions.page.test.ts': 'a password queue that counts',
  'src/features/access/sessions/sign-in-limits.page.test.ts': 'proxies with many addresses',
  'src/features/access/setup/setup.page.test.ts': 'the default platform without an owner',
  'src/features/import/import.page.test.ts': 'a mail server',
  'src/features/import/import.stores.test.ts': 'changes that wait',
  'src/features/live/streams/nodes.stores.test.ts': 'nodes with a Redis that goes away',
  'src/features/mail-delivery/email-texts.page.test.ts': 'a mail server',
  'src/features/mail-delivery/queue.page.test.ts': 'mail servers that fail',
  'src/features/mailings/group-messages.page.test.ts': 'a mail server',
  'src/features/mailings/scheduled-messages.page.test.ts': 'a mail server',
  'src/features/mailings/talk-announcements.page.test.ts': 'a mail server',
  'src/features/mailings/unannounced-changes.page.test.ts': 'a mail server',
  'src/features/people/new-accounts/decided-again.stores.test.ts': 'a username with all its numbers',
  'src/features/platforms/hosts.page.test.ts': 'a public URL',
  'src/features/platforms/settings.page.test.ts': 'the default platform, whose owners add others',
  'src/features/proposals/decisions.page.test.ts': 'a mail server',
  'src/features/request-log/request-log.api.test.ts': 'a log in the order of time',
  'src/features/request-log/request-log.page.test.ts':
    'statements of pages beside the job that writes the log',
  'src/features/video/room/media-thread.page.test.ts':
    'a port for rooms that is in use, and a thread that ends',
  'src/features/video/room/room-packets.page.test.ts': 'rights that are checked as often as in production',
  'src/features/video/room/shared-rooms.stores.test.ts': 'nodes with Redis',
  'src/features/video/streams/port.page.test.ts': 'a port for streams that is in use',
  'src/features/video/streams/shared-streams.stores.test.ts': 'two nodes with Redis',
  'src/features/webhooks/deliveries/delivery-retries.stores.test.ts':
    'other addresses that webhooks may have',
  'src/features/webhooks/webhooks.api.test.ts': 'no addresses that webhooks may have',
  'src/kernel/http/api/batch-stream.stores.test.ts': 'HTTP/2',
  'src/kernel/http/api/responses.api.test.ts': 'a public URL',
  'src/kernel/http/guards/idempotency-concurrent.stores.test.ts': 'changes that wait',
  'src/kernel/http/guards/idempotency.stores.test.ts': 'changes that wait',
  'src/kernel/http/guards/long-requests.api.test.ts': 'changes that wait',
  'src/kernel/http/guards/shared-rate-limit.api.test.ts': 'nodes with a Redis that goes away',
  'src/kernel/http/server/transport.api.test.ts': 'a port for plain HTTP, and another address',
  'src/kernel/jobs/statistics.stores.test.ts': 'tables that grow',
  'src/kernel/lib/time/corrected-clock.stores.test.ts': 'clocks of several machines',
  'src/kernel/store/leader-election.stores.test.ts': 'elections of a store without a server',
  'src/kernel/store/migrations/unique-keys.test.ts': 'an empty store',
  'src/kernel/store/outages.stores.test.ts': 'a store that goes away, and a password queue that is full',
  'src/kernel/store/postgres/high-water-mark.stores.test.ts': 'transactions that stay open',
  'src/kernel/store/sql/search-texts.stores.test.ts': 'texts that only its own server indexes',
  'src/kernel/store/sqlite/writer.test.ts': 'a durable store',
  'src/kit/pages/language.page.test.ts': 'a mail server',
  'test/api/hostile.api.test.ts': 'keep-alive connections to both stores',
  'test/pages/every-route.page.test.ts': 'a mail server',
  'test/pages/one-connection.stores.test.ts': 'a single connection to PostgreSQL',
  'test/process/backup.test.ts': 'the program',
  'test/process/cli.api.test.ts': 'the program',
  'test/process/costs.api.test.ts': 'the program',
  'test/process/mistakes.test.ts': 'the program',
  'test/process/postgres-user.test.ts': 'the program',
  'test/process/push.api.test.ts': 'the program',
  'test/process/secret.test.ts': 'the program',
  'test/process/serve.test.ts': 'the program',
  'test/process/webhooks.api.test.ts': 'the program',
  'test/process/workers.test.ts': 'the program',
  'test/store/query-plans.test.ts': 'statistics of a store',
  'test/store/statements.test.ts': 'stores with the same rows',
}

/** Throws in a test file that starts something of its own but is not listed. */
export async function requireListed(
  what: 'server' | 'store' | 'installation' | 'process' | 'browser',
): Promise<void> {
  // Benchmarks and screenshots have no test file.
  if (process.env.VITEST === undefined) return
  const { expect } = await import('vitest')
  const file = relative(resolve(import.meta.dirname, '../..'), expect.getState().testPath ?? '')
  if (isExempt(file) || file in REASONS) return
  throw new Error(
    `${file} starts its own ${what}. Use what files share (useApi, startPlatform, useBrowser), or say in test/support/own-servers.ts why not.`,
  )
}

/** Full-size tests, and tests of browsers and faults. */
const isExempt = (file: string): boolean =>
  /^test\/(faults|generators)\/|\.(browser|full)\.test\.ts$/.test(file)

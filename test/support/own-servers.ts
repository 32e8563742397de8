// The test files that start their own servers, stores, processes, or browsers, and why. All others share those of
// `useApi`, `startPlatform`, and `useBrowser`, which take much less time.
import { relative, resolve } from 'node:path'

const REASONS: Readonly<Partial<Record<`test/${string}.test.ts`, string>>> = {
  'test/api/changes/bulk-ends.test.ts': 'changes that wait',
  'test/api/people/decided-again.stores.test.ts': 'a username with all its numbers',
  'test/api/changes/batch-stream.stores.test.ts': 'HTTP/2',
  'test/api/changes/idempotency-concurrent.stores.test.ts': 'changes that wait',
  'test/api/changes/idempotency.stores.test.ts': 'changes that wait',
  'test/api/office/request-log.test.ts': 'a log in the order of time',
  'test/api/programme/import.stores.test.ts': 'changes that wait',
  'test/api/server/clocks.stores.test.ts': 'clocks of several machines',
  'test/api/server/hostile.test.ts': 'keep-alive connections to both stores',
  'test/api/server/outages.stores.test.ts': 'a store that goes away, and a password queue that is full',
  'test/api/server/rate-limit-nodes.test.ts': 'nodes with a Redis that goes away',
  'test/api/server/responses.test.ts': 'a public URL',
  'test/api/server/transport.test.ts': 'a port for plain HTTP, and another address',
  'test/api/webhooks/delivery-retries.stores.test.ts': 'other addresses that webhooks may have',
  'test/api/webhooks/high-water-mark.stores.test.ts': 'transactions that stay open',
  'test/api/webhooks/webhooks.test.ts': 'no addresses that webhooks may have',
  'test/api/webhooks/leader-election.stores.test.ts': 'elections of a store without a server',
  'test/cli/demo.test.ts': 'the demo content of a new installation',
  'test/process/backup.test.ts': 'the program',
  'test/process/cli.test.ts': 'the program',
  'test/process/costs.test.ts': 'the program',
  'test/process/mistakes.test.ts': 'the program',
  'test/process/postgres-user.test.ts': 'the program',
  'test/process/push.test.ts': 'the program',
  'test/process/secret.test.ts': 'the program',
  'test/process/serve.test.ts': 'the program',
  'test/process/webhooks.test.ts': 'the program',
  'test/process/workers.test.ts': 'the program',
  'test/store/query-plans.test.ts': 'statistics of a store',
  'test/store/sqlite-writer.test.ts': 'a durable store',
  'test/store/statements.test.ts': 'stores with the same rows',
  'test/store/unique-keys.test.ts': 'an empty store',
  'test/web/account/accounts.test.ts': 'a password queue that counts',
  'test/web/account/invitations.test.ts': 'a mail server',
  'test/web/account/proposal-decisions.test.ts': 'a mail server',
  'test/web/account/setup.test.ts': 'the default platform without an owner',
  'test/web/account/sign-in-limits.test.ts': 'proxies with many addresses',
  'test/web/account/sign-in-links.test.ts': 'a mail server',
  'test/web/every-route.stores.test.ts': 'a mail server, and a single connection to PostgreSQL',
  'test/web/hosts.test.ts': 'a public URL',
  'test/web/live/nodes.stores.test.ts': 'nodes with a Redis that goes away',
  'test/web/office/email-texts.test.ts': 'a mail server',
  'test/web/office/emails.test.ts': 'mail servers that fail',
  'test/web/office/import.test.ts': 'a mail server',
  'test/web/office/messages.test.ts': 'a mail server',
  'test/web/office/one-time-pages.test.ts': 'the default platform, whose owners add others',
  'test/web/office/request-log.test.ts': 'statements of pages beside the job that writes the log',
  'test/web/office/reset-link-email.test.ts': 'a mail server',
  'test/web/office/settings.test.ts': 'the default platform, whose owners add others',
  'test/web/office/talk-announcements.test.ts': 'a mail server',
  'test/web/search-texts.stores.test.ts': 'texts that only its own server indexes',
  'test/web/site/languages.test.ts': 'a mail server',
  'test/web/statistics.stores.test.ts': 'tables that grow',
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
  /^test\/(browser|faults|generators)\//.test(file) || file.endsWith('.full.test.ts')

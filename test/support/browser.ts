// A headless Chromium, if the machine has one. Otherwise, the tests that need it are skipped and say so.
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium } from 'playwright-core'
import { startOtherHosts } from './other-hosts.ts'
import { requireListed } from './own-servers.ts'
import type { StoreKind } from './stores.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The stores that the browser suite runs on. */
    stores: StoreKind[]
  }
}

const CHROMIUM = '/usr/bin/chromium'
/** The same engine without the windows of a desktop takes about three quarters of the processor time. */
export const LIGHT_CHROMIUM = '/usr/bin/chromium-headless-shell'
const executablePath =
  process.env.TEST_CHROMIUM ?? [CHROMIUM, LIGHT_CHROMIUM].find((path) => existsSync(path)) ?? CHROMIUM

export const hasBrowser = existsSync(executablePath)
if (!hasBrowser) process.stderr.write(`\nThere is no ${executablePath}: what needs a browser is SKIPPED.\n\n`)

/** A browser for one test file, which must be listed in `own-servers.ts` and must close it. */
export async function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  await requireListed('browser')
  return openBrowser(flags)
}

/** A server on this machine plays other hosts (`other-hosts.ts`). */
export async function openBrowser(flags: readonly string[] = []): Promise<Browser> {
  const others = await startOtherHosts()
  const { port } = others.address() as AddressInfo
  const browser = await chromium.launch({
    executablePath,
    args: [
      ...flags,
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--host-resolver-rules=MAP site-* 127.0.0.1, MAP * 127.0.0.1:${port}, EXCLUDE localhost, EXCLUDE 127.0.0.1`,
    ],
  })
  browser.on('disconnected', () => others.close())
  return browser
}

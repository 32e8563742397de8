// A headless Chromium, where the machine has one; the tests that need it say so where it has none.
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import type { StoreKind } from './stores.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The stores that the browser suite runs on. */
    stores: StoreKind[]
  }
}

const executablePath = process.env.TEST_CHROMIUM ?? '/usr/bin/chromium'

export const hasBrowser = existsSync(executablePath)
if (!hasBrowser) process.stderr.write(`\nThere is no ${executablePath}: what needs a browser is SKIPPED.\n\n`)

/** To be closed by the caller. It reaches this machine only: no other name leads anywhere. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--host-resolver-rules=MAP site-* 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
    ],
  })

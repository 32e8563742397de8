// A headless Chromium, if the machine has one. If not, the tests that need it are skipped and say so.
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

/** The caller must close it. It can only connect to this machine. */
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

// A headless Chromium, where the machine has one; the tests that need it say so where it has none.
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const executablePath = process.env.TEST_CHROMIUM ?? '/usr/bin/chromium'

export const hasBrowser = existsSync(executablePath)
if (!hasBrowser) process.stderr.write(`\nThere is no ${executablePath}: what needs a browser is SKIPPED.\n\n`)

/** To be closed by the caller. It asks nothing of any host but those that a page names. */
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
    ],
  })

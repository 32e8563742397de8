// A headless Firefox, driven by WebDriver BiDi (https://w3c.github.io/webdriver-bidi), with a fake camera and microphone.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const executablePath = process.env.TEST_FIREFOX ?? '/usr/bin/firefox-esr'

export const hasFirefox = existsSync(executablePath)
if (!hasFirefox) process.stderr.write(`\nThere is no ${executablePath}: what needs Firefox is SKIPPED.\n\n`)

const PREFERENCES = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'media.autoplay.default': 0,
  // All hosts are this machine.
  'network.dns.forceResolve': '127.0.0.1',
}

type Answer = { id?: number; result?: unknown; error?: string; message?: string }

export class Firefox implements AsyncDisposable {
  readonly #socket: WebSocket
  readonly #close: () => Promise<void>
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #commands = 0

  private constructor(socket: WebSocket, close: () => Promise<void>) {
    this.#socket = socket
    this.#close = close
    socket.addEventListener('message', ({ data }) => this.#answer(JSON.parse(data)))
  }

  static async launch(): Promise<Firefox> {
    const profile = await mkdtemp(join(tmpdir(), 'firefox-'))
    const lines = Object.entries(PREFERENCES).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
    )
    await writeFile(join(profile, 'user.js'), lines.join('\n'))
    const program = spawn(
      executablePath,
      ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
      { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile } },
    )
    const exited = once(program, 'exit')
    const close = async () => {
      program.kill()
      await exited
      await rm(profile, { recursive: true, maxRetries: 5 })
    }
    for await (const line of createInterface({ input: program.stderr })) {
      const [, address] = /listening on (ws:\S+)/.exec(line) ?? []
      if (!address) continue
      // Otherwise, Firefox would wait until somebody reads what it writes.
      program.stderr.resume()
      const socket = new WebSocket(`${address}/session`)
      await once(socket, 'open')
      const firefox = new Firefox(socket, close)
      await firefox.#send('session.new', { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } })
      return firefox
    }
    throw new Error('Firefox has ended.')
  }

  /** Runs a script in each page before its own. */
  async addInitScript(script: string): Promise<void> {
    await this.#send('script.addPreloadScript', { functionDeclaration: `() => { ${script} }` })
  }

  /** Opens a page in a tab of its own, with the cookies of its host, and waits until it has loaded. */
  async open(url: string, cookies: ReadonlyMap<string, string> = new Map()): Promise<FirefoxPage> {
    const { hostname } = new URL(url)
    for (const [name, value] of cookies)
      await this.#send('storage.setCookie', {
        cookie: { name, value: { type: 'string', value }, domain: hostname, secure: true },
      })
    const { context } = (await this.#send('browsingContext.create', { type: 'tab' })) as { context: string }
    await this.#send('browsingContext.navigate', { context, url, wait: 'complete' })
    return this.#page(context)
  }

  #page(context: string): FirefoxPage {
    return {
      evaluate: async (run) => {
        const { result, exceptionDetails } = (await this.#send('script.evaluate', {
          expression: `Promise.resolve((${run})()).then((value) => JSON.stringify(value ?? null))`,
          ...{ target: { context }, awaitPromise: true, userActivation: true },
        })) as { result?: { value: string }; exceptionDetails?: { text: string } }
        if (!result) throw new Error(exceptionDetails?.text)
        return JSON.parse(result.value)
      },
      frame: async () => {
        const { contexts } = (await this.#send('browsingContext.getTree', { root: context })) as {
          contexts: { children: { context: string }[] }[]
        }
        const [child] = contexts[0]?.children ?? []
        if (!child) throw new Error('The page has no frame.')
        return this.#page(child.context)
      },
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.close()
    await this.#close()
  }

  #send(method: string, params: object): Promise<unknown> {
    const id = ++this.#commands
    const waiting = Promise.withResolvers<unknown>()
    this.#waiting.set(id, waiting)
    this.#socket.send(JSON.stringify({ id, method, params }))
    return waiting.promise
  }

  #answer({ id, result, error, message }: Answer): void {
    const waiting = this.#waiting.get(id ?? 0)
    if (error === undefined) waiting?.resolve(result)
    else waiting?.reject(new Error(`${error}: ${message}`))
  }
}

export type FirefoxPage = {
  /** Runs a function without parameters in the page. Its value has to be JSON. */
  evaluate<T>(run: () => T | Promise<T>): Promise<T>
  /** The first frame in the page. */
  frame(): Promise<FirefoxPage>
}

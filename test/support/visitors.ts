// Visitors of the pages. They keep cookies, send forms with their token like a browser, and can sign in.
import { makeResetLink, resetPassword } from '../../src/features/access/links/reset-links.ts'
import { changeRole } from '../../src/features/people/roles.ts'
import type { UserBody } from '../../src/features/people/schema.ts'
import { saveUser } from '../../src/features/people/users.ts'
import type { PlatformRow } from '../../src/features/platforms/tables.ts'
import type { Role } from '../../src/kernel/schema/roles.ts'
import type { Answer, TestApi } from './api.ts'

/** A password that meets every rule. */
export const PASSWORD = 'Seven violet kettles sing 42!'

export type Page = Answer & { path: string }
type Fields = Record<string, string | readonly string[]>
/** A file of a form, by the name of its field. */
export type SentFile = { field: string; name: string; bytes: Buffer }
type RequestOptions = { headers?: Record<string, string> }
type Site = Pick<TestApi, 'sendTo' | 'url'>

let visitors = 0

/** The browser of one person, with its own cookies and its own IP address, so that visitors are not throttled together. */
export class Visitor {
  readonly cookies = new Map<string, string>()
  /** All Set-Cookie headers received. */
  readonly setCookies: string[] = []
  readonly #send: TestApi['sendTo']
  readonly #host: string
  readonly #from: string
  #token = ''

  /** `host` is the host name of the platform. Without it, the server's own name leads to the default platform. */
  constructor(site: Site, { host, from }: { host?: string; from?: string } = {}) {
    visitors += 1
    this.#send = site.sendTo
    this.#host = host ?? new URL(site.url).host
    this.#from = from ?? `127.1.${Math.floor(visitors / 250) % 250}.${1 + (visitors % 250)}`
  }

  /** Sends one request. Does not follow redirects. */
  async get(path: string, { headers = {} }: RequestOptions = {}): Promise<Page> {
    return this.#ask('GET', path, { accept: 'text/html', ...headers })
  }

  /** Follows redirects to the final page. */
  async open(path: string): Promise<Page> {
    let page = await this.get(path)
    for (let hops = 0; page.headers.location !== undefined && hops < 10; hops++)
      page = await this.get(page.headers.location)
    return page
  }

  /** Sends a form with the token of the last page that had one, or of the sign-in page. */
  async post(
    path: string,
    fields: Fields = {},
    { headers = {}, method = 'POST' }: RequestOptions & { method?: 'POST' | 'PUT' } = {},
  ): Promise<Page> {
    if (this.#token === '') await this.get('/sign-in')
    const body = new URLSearchParams()
    for (const [name, value] of Object.entries({ _csrf: this.#token, ...fields }))
      for (const one of [value].flat()) body.append(name, one)
    const own = { origin: `https://${this.#host}`, 'sec-fetch-site': 'same-origin', accept: 'text/html' }
    return this.#ask(method, path, { ...own, ...headers }, body.toString())
  }

  /** Sends a form with files, otherwise like `post`. */
  async upload(path: string, fields: Record<string, string>, files: readonly SentFile[]): Promise<Page> {
    if (this.#token === '') await this.get('/sign-in')
    const form = new FormData()
    for (const [name, value] of Object.entries({ _csrf: this.#token, ...fields })) form.append(name, value)
    for (const { field, name, bytes } of files)
      form.append(field, new Blob([new Uint8Array(bytes)], { type: 'application/octet-stream' }), name)
    const encoded = new Response(form)
    const type = encoded.headers.get('content-type') ?? ''
    const headers = {
      ...{ origin: `https://${this.#host}`, 'sec-fetch-site': 'same-origin', accept: 'text/html' },
      ...{ 'content-type': type },
    }
    return this.#ask('POST', path, headers, Buffer.from(await encoded.arrayBuffer()))
  }

  /** Sends a form and opens the page that it leads to. */
  async submit(path: string, fields: Fields = {}): Promise<Page> {
    const answer = await this.post(path, fields)
    return answer.headers.location === undefined ? answer : this.open(answer.headers.location)
  }

  async signIn(name: string, password = PASSWORD, more: Fields = {}): Promise<Page> {
    return this.post('/sign-in', { name, password, ...more })
  }

  /** Another browser with the cookies of this one, as if they were stolen. */
  copy(site: Site): Visitor {
    const copy = new Visitor(site, { host: this.#host })
    for (const [name, value] of this.cookies) copy.cookies.set(name, value)
    copy.#token = this.#token
    return copy
  }

  async #ask(
    method: string,
    path: string,
    headers: Record<string, string>,
    raw?: string | Buffer,
  ): Promise<Page> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await this.#send(method, path, {
      key: null,
      from: this.#from,
      headers: {
        host: this.#host,
        ...(cookie === '' ? {} : { cookie }),
        ...(raw === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(raw === undefined ? {} : { raw }),
    })
    this.#keepCookies(answer)
    this.#token = /name="_csrf" value="([^"]+)"/.exec(answer.text)?.[1] ?? this.#token
    return { ...answer, path }
  }

  /** Stores cookies like a browser (RFC 6265, section 5.3), as far as our cookies need it. */
  #keepCookies({ headers }: Answer): void {
    for (const line of [headers['set-cookie'] ?? []].flat()) {
      this.setCookies.push(line)
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0\b|expires=thu, 01 jan 1970/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }
}

export type Account = { id: string; email: string; username: string; password: string }

let accounts = 0

/** An account with a chosen password and an accepted registration. */
export async function addAccount(
  { installation, platform }: Pick<TestApi, 'installation' | 'platform'>,
  role: Role = 'attendee',
  body: UserBody = {},
): Promise<Account> {
  accounts += 1
  const { caller } = platform
  const email = body.email ?? `person-${accounts}@example.org`
  const { response } = await saveUser(installation, caller, null, {
    firstName: 'Robin',
    lastName: `Sample ${accounts}`,
    type: 'Attendee',
    options: { endRegistration: true },
    ...body,
    email,
  })
  if (!('username' in response)) throw new Error('The account exists already.')
  if (role !== 'attendee') await changeRole(installation, caller, { id: response.id, role })
  await setPassword({ installation, platform }, response.id)
  return { id: response.id, email, username: response.username, password: PASSWORD }
}

/** Sets the password of an account to PASSWORD with a reset link. */
async function setPassword(
  { installation, platform: { caller } }: Pick<TestApi, 'installation' | 'platform'>,
  userId: string,
): Promise<void> {
  const { token } = await makeResetLink(installation, caller, { userId })
  // The caller of a test platform is created from its row.
  const platform = caller.platform as PlatformRow
  const { status } = await resetPassword(installation, platform, { token, password: PASSWORD })
  if (status !== 'done') throw new Error(`The password was not set: ${status}.`)
}

/** A signed-in user with this role. */
export async function signInAs(
  api: TestApi,
  role: Role = 'attendee',
  body: UserBody = {},
): Promise<Visitor & { account: Account }> {
  const account = await addAccount(api, role, body)
  const visitor = new Visitor(api)
  const answer = await visitor.signIn(account.email)
  if (answer.status !== 303) throw new Error(`Not signed in: ${answer.status}.`)
  return Object.assign(visitor, { account })
}

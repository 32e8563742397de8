// The Back Office of a test platform: signed-in staff, and forms filled in as in a browser.
import { expect } from 'vitest'
import type { UserBody } from '../../src/features/people/schema.ts'
import type { Role } from '../../src/kernel/schema/roles.ts'
import type { useApi } from './scenarios.ts'
import { createSite, type Site } from './sites.ts'
import { type Account, addAccount, type Page, Visitor } from './visitors.ts'

export type Staff = Visitor & { account: Account }
export type Office = Site & {
  staff: Staff
  /** A signed-in user of the platform with this role. */
  signIn(role: Role, body?: UserBody): Promise<Staff>
}

/** A platform with a signed-in admin, or a user with another `role`, in the Back Office. */
export async function createOffice(server: ReturnType<typeof useApi>, role: Role = 'admin'): Promise<Office> {
  const site = await createSite(server)
  const signIn = async (asked: Role, body: UserBody = {}) => {
    const { installation } = site.tenant.api
    const account = await addAccount({ installation, platform: site.tenant }, asked, body)
    const visitor = new Visitor(site.tenant.api, { host: site.host })
    expect((await visitor.signIn(account.email)).status).toBe(303)
    return Object.assign(visitor, { account })
  }
  return { ...site, signIn, staff: await signIn(role) }
}

export type FormFields = Record<string, string>

/** The fields of an object's form, as a browser would send them unchanged. */
export function readForm({ text }: Page): FormFields {
  const form = /<form[^>]* class="edit-form".*?<\/form>/s.exec(text)?.[0] ?? ''
  const fields: FormFields = {}
  for (const [, attributes = ''] of form.matchAll(/<input((?:\s+[\w-]+(?:="[^"]*")?)*)\s*\/?>/g)) {
    const of = attributesOf(attributes)
    if (of.name === undefined || of.name === '_csrf') continue
    if (of.type !== 'checkbox' || 'checked' in of) fields[of.name] = of.value ?? ''
  }
  for (const [, attributes = '', content = ''] of form.matchAll(/<textarea([^>]*)>(.*?)<\/textarea>/gs))
    fields[attributesOf(attributes).name ?? ''] = decoded(content)
  for (const [, attributes = '', options = ''] of form.matchAll(/<select([^>]*)>(.*?)<\/select>/gs)) {
    const all = [...options.matchAll(/<option([^>]*)>/g)].map(([, option = '']) => attributesOf(option))
    fields[attributesOf(attributes).name ?? ''] =
      (all.find((one) => 'selected' in one) ?? all[0])?.value ?? ''
  }
  return fields
}

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [name, decoded(value)]),
  )

export const decoded = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** The problems in the summary of a page, as `[label of the field, message]`. */
export const summaryProblems = (page: Page): [string, string][] =>
  summaryOf(page).map(({ label, message }) => [label, message])

/** The ids that the problems of the summary link to. */
export const problemTargets = (page: Page): string[] => summaryOf(page).map(({ id }) => id)

const summaryOf = ({ text }: Page) => {
  const summary = /<div class="notice danger" role="alert">.*?<\/div>/s.exec(text)?.[0] ?? ''
  const items = summary.matchAll(/<li>(?:<a href="#([^"]*)">([^<]*)<\/a>: )?([^<]*)<\/li>/g)
  return [...items].map(([, id = '', label = '', message = '']) => ({
    id,
    label: decoded(label),
    message: decoded(message),
  }))
}

/** The problem displayed at a field. */
export const fieldProblem = ({ text }: Page, name: string): string | undefined =>
  new RegExp(`id="field-${name.replaceAll(/[^a-z0-9]/gi, '-')}-problem">([^<]*)<`).exec(text)?.[1]

/** The names of the rows of a list, in order. */
export const rowNames = ({ text }: Page): string[] =>
  [
    ...(/<tbody>.*<\/tbody>/s.exec(text)?.[0] ?? '').matchAll(/<th scope="row">.*?<a [^>]*>([^<]*)<\/a>/gs),
  ].map(([, name = '']) => decoded(name))

/** The URL of a link by its text; '' if there is none. */
export const findLink = ({ text }: Page, named: string): string =>
  decoded(new RegExp(`<a[^>]*href="([^"]*)"[^>]*>${named}(?:<|$)`).exec(text)?.[1] ?? '')

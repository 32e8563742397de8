// The texts of e-mails to many people, each with a link to unsubscribe.

import type { PageServices } from '../../kernel/changes/services.ts'
import { markdownToHtml, withoutHtml } from '../../kernel/lib/text/markdown.ts'
import { messagesFor } from '../../kit/messages/messages.ts'
import type { Drafted, MailingEmails } from '../mail-delivery/render-email.ts'
import { messageText } from '../mail-delivery/render-message.ts'
import { nameOf } from '../mail-delivery/render-names.ts'
import { type EmailText, filledText } from '../mail-delivery/render-texts.ts'
import { languageOfUser } from '../people/languages.ts'
import type { UserRow } from '../people/tables.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import { unsubscribeToken } from './email-choices.ts'
import { sampleOfChanges, sampleOfReminder, valuesOfChanges, valuesOfReminder } from './render-talk-emails.ts'
import { mailingById, mailingTalksOf, starredTalksAt } from './store.ts'
import type { MailingRow } from './tables.ts'

type Rendering = { platform: PlatformRow; user: UserRow; mailing: MailingRow }

export const mailingEmails: MailingEmails = {
  render: renderMailing,
  sampleValues: (messages, site) => ({
    ...sampleOfChanges(messages, site),
    ...sampleOfReminder(messages, site),
  }),
}

/**
 * The e-mail to one person; undefined if nothing in it concerns them anymore, for example after they removed a star.
 */
async function renderMailing(
  services: PageServices,
  { mailingId, ...to }: Omit<Rendering, 'mailing'> & { mailingId: string },
): Promise<Drafted | undefined> {
  const mailing = await services.store.read(mailingById({ id: mailingId }))
  if (!mailing) return undefined
  const email = await textFor(services, { ...to, mailing })
  if (!email) return undefined
  const { kind, data } = mailing
  const token = unsubscribeToken(services, { userId: to.user.id, kind })
  const unsubscribeUrl = `${data.origin}/unsubscribe/${token}`
  const language = languageOfUser(to.platform, to.user)
  const { footers, buttons } = messagesFor(language).emails
  return {
    language,
    subject: email.subject,
    text: data.message ? withoutHtml(email.text) : email.text,
    // Markdown is readable as it is, and easier to read as HTML.
    ...(data.message ? { html: markdownToHtml(email.text) } : {}),
    link: { url: `${data.origin}/my-agenda`, label: buttons[kind] },
    footer: footers[kind]({ url: unsubscribeUrl }),
    unsubscribeUrl,
    ...(data.message?.replyTo === undefined ? {} : { replyTo: data.message.replyTo }),
  }
}

async function textFor(
  { store }: PageServices,
  { platform, user, mailing }: Rendering,
): Promise<EmailText | undefined> {
  const language = languageOfUser(platform, user)
  const messages = messagesFor(language)
  const { origin } = mailing.data
  const common = { name: nameOf(messages, user), platform: platform.name, link: `${origin}/my-agenda` }
  if (mailing.data.message) return messageText(mailing.data.message, { messages, platform, user })
  if (mailing.kind === 'talk_changes') {
    const talks = await store.read(mailingTalksOf({ mailingId: mailing.id, userId: user.id }))
    if (talks.length === 0) return undefined
    const values = { ...common, ...valuesOfChanges(messages, { platform, origin }, talks) }
    return filledText(platform, { kind: mailing.kind, language, values })
  }
  if (mailing.kind === 'talk_reminder' && mailing.startAt !== null) {
    const { startAt } = mailing
    const talks = await store.read(starredTalksAt({ userId: user.id, startAt }))
    if (talks.length === 0) return undefined
    const values = { ...common, ...valuesOfReminder(messages, { platform, origin }, { startAt, talks }) }
    return filledText(platform, { kind: mailing.kind, language, values })
  }
  return undefined
}

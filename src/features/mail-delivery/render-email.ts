// The texts of e-mails at the time of sending, in the language of the person.

import { pageHooks } from '../../kernel/changes/features.ts'
import type { PageServices } from '../../kernel/changes/services.ts'
import { dayCalendar } from '../../kernel/lib/text/icalendar.ts'
import { decryptLink } from '../../kernel/outbox/emails.ts'
import type { EmailRow } from '../../kernel/outbox/tables.ts'
import type { Language } from '../../kernel/schema/languages.ts'
import { displayName } from '../../kit/components/person.tsx'
import { type Messages, messagesFor } from '../../kit/messages/messages.ts'
import { languageOfUser } from '../people/languages.ts'
import { userObjects } from '../people/store.ts'
import type { UserRow } from '../people/tables.ts'
import { readPlatform } from '../platforms/platforms.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import { type EmailContent, framedHtml } from './render-frame.tsx'
import { isPlainName, nameOf } from './render-names.ts'
import { type EmailText, filledText, type PlaceholderValues } from './render-texts.ts'

/** An e-mail as it is sent, as plain text and as HTML. */
export type RenderedEmail = EmailText & {
  html: string
  calendar?: string
  replyTo?: string
  unsubscribeUrl?: string
}

/** An e-mail before it is put into the frame. */
export type Drafted = EmailContent &
  Pick<RenderedEmail, 'calendar' | 'replyTo' | 'unsubscribeUrl'> & { language: Language }

declare module '../../kernel/changes/features.ts' {
  interface FeaturePages {
    mailings?: MailingEmails
  }
}

/** E-mails to many people. */
export type MailingEmails = {
  /** The e-mail to one person; undefined if there is nothing left to say. */
  render(
    services: PageServices,
    to: { platform: PlatformRow; user: UserRow; mailingId: string },
  ): Promise<Drafted | undefined>
  /** Sample values of their placeholders, for organizers. */
  sampleValues(messages: Messages, site: Pick<Sample, 'platform' | 'origin'>): PlaceholderValues
}

/** Renders a queued e-mail; undefined if there is nothing left to say. */
export const emailRenderer =
  (services: PageServices) =>
  async (row: EmailRow): Promise<RenderedEmail | undefined> => {
    const platform = await readPlatform(services, row.platformId)
    const drafted = platform && (await draft(services, platform, row))
    if (!drafted) return undefined
    const { language, link: _link, html: _html, footer, text, ...email } = drafted
    return {
      ...email,
      text: footer === undefined ? text : `${text}\n\n${footer}`,
      html: framedHtml({ platform, language }, drafted),
    }
  }

async function draft(
  services: PageServices,
  platform: PlatformRow,
  row: EmailRow,
): Promise<Drafted | undefined> {
  const url = urlOf(services, row)
  if (row.userId === null) return renderSignUp(platform, row, url)
  const user = await services.store.read(
    userObjects.find({ platformId: row.platformId, by: 'id', value: row.userId }),
  )
  if (!user) return undefined
  if (row.mailingId !== null)
    return pageHooks.of('mailings')[0]?.render(services, { platform, user, mailingId: row.mailingId })
  const { data } = row
  // A test is in the language of its text, and a requested link in that of its page if the person has none.
  const language = (data.isTest && data.language) || languageOfUser(platform, user, data.language)
  const email = render({ row, platform, user, url, language })
  if (!email) return undefined
  return { ...email, language, link: { url, label: messagesFor(language).emails.buttons[row.kind] } }
}

/** The link of an e-mail, or the address of a page of the site. */
function urlOf(services: PageServices, { secret, data }: EmailRow): string {
  const { origin = '', path = '' } = data
  if (data.isTest) return sampleLink(origin)
  if (secret === null) return `${origin}${path}`
  const url = decryptLink(services, secret)
  if (url === undefined)
    throw new Error('The link cannot be read: the secret of the installation has changed.')
  return url
}

/** The e-mail to somebody who has no account yet. It has no text of people except the name of the platform. */
function renderSignUp({ name, settings }: PlatformRow, { data, expiresAt }: EmailRow, url: string): Drafted {
  const language = data.language ?? settings.language
  const messages = messagesFor(language)
  const { signUp, buttons } = messages.emails
  const until = expiryOf(messages, expiresAt, settings.timezone)
  return {
    language,
    subject: signUp.subject({ platform: name }),
    text: signUp.text({ platform: name, url, until }),
    link: { url, label: buttons.sign_up },
  }
}

type Rendering = { row: EmailRow; platform: PlatformRow; user: UserRow; url: string; language: Language }

function render({
  row,
  platform,
  user,
  url,
  language,
}: Rendering): (EmailText & Pick<Drafted, 'calendar'>) | undefined {
  const { data, kind, expiresAt } = row
  const messages = messagesFor(language)
  const { emails } = messages
  const until = expiryOf(messages, expiresAt, user.timezone ?? platform.settings.timezone)
  const values = { name: nameOf(messages, user), platform: platform.name, url, until }
  switch (kind) {
    case 'reset_link':
      return {
        subject: emails.resetLink.subject({ platform: platform.name }),
        text: emails.resetLink.text({ ...values, username: user.username }),
      }
    case 'sign_in_link':
      return {
        subject: emails.signInLink.subject({ platform: platform.name }),
        text: emails.signInLink.text({ ...values, device: data.device ?? '' }),
      }
    case 'confirmation':
      return {
        subject: emails.confirmation.subject({ platform: platform.name }),
        text: emails.confirmation.text(values),
      }
    case 'already_registered':
      return {
        subject: emails.alreadyRegistered.subject({ platform: platform.name }),
        text: emails.alreadyRegistered.text(values),
      }
    case 'registration_summary': {
      if (!data.registrations) return undefined
      const { since, until: end, ...counts } = data.registrations
      const { subject, text } = emails.registrationSummary
      const { time } = messages
      const { timezone } = platform.settings
      return {
        subject: subject({ platform: platform.name, count: counts.registered }),
        text: text({
          ...{ ...values, ...counts },
          since: time.shortTimestamp(since, timezone),
          until: time.timestampWithZone(end, timezone),
        }),
      }
    }
    // A sign-up has no user, and this message belongs to a mailing that no longer exists.
    case 'sign_up':
    case 'message':
      return undefined
    default: {
      const { origin = '', talk = '', reason = '' } = data
      const sample = { platform, viewer: user, origin, language, expiresAt }
      const inviter = inviterOf(platform, data.inviter)
      const own = { ...values, link: url, inviter, talk, reason }
      const text = filledText(platform, {
        kind,
        language,
        values: data.isTest ? sampleValues(sample) : own,
      })
      const calendar = kind === 'registration_accepted' ? calendarOf(platform, url) : undefined
      return calendar === undefined ? text : { ...text, calendar }
    }
  }
}

/** The days of the event for the calendar of somebody who takes part; undefined if they are not set. */
function calendarOf({ id, name, settings, updatedAt }: PlatformRow, url: string): string | undefined {
  const { firstDay, lastDay, venue } = settings
  if (firstDay === null) return undefined
  return dayCalendar({
    ...{ id, url, firstDay },
    title: name,
    place: venue ?? '',
    lastDay: lastDay ?? firstDay,
    changedAt: updatedAt,
  })
}

/** The person who invites, or the event. */
const inviterOf = ({ name }: PlatformRow, inviter: string | undefined): string =>
  inviter !== undefined && isPlainName(inviter) ? inviter : name

type Sample = {
  platform: PlatformRow
  viewer: UserRow
  /** The origin of the site, without a trailing slash. */
  origin: string
  language: Language
  expiresAt: number
}

/** A link that leads nowhere. */
const sampleLink = (origin: string): string => `${origin}/example`

/** Sample values for placeholders, for organizers. */
export function sampleValues({ platform, viewer, origin, language, expiresAt }: Sample): PlaceholderValues {
  const zone = viewer.timezone ?? platform.settings.timezone
  const messages = messagesFor(language)
  return {
    ...pageHooks.of('mailings')[0]?.sampleValues(messages, { platform, origin }),
    name: nameOf(messages, viewer),
    platform: platform.name,
    link: sampleLink(origin),
    until: expiryOf(messages, expiresAt, zone),
    inviter: displayName(viewer),
    talk: messages.emails.sampleTalk,
    reason: messages.emails.sampleReason,
  }
}

type InvitationText = {
  platform: PlatformRow
  user: UserRow
  url: string
  expiresAt: number
  language: Language
  inviter: string
}

/** The text of an invitation, which staff pass on themselves without a mail server. */
export function invitationText({
  platform,
  user,
  url,
  expiresAt,
  language,
  inviter,
}: InvitationText): EmailText {
  const messages = messagesFor(language)
  const until = expiryOf(messages, expiresAt, user.timezone ?? platform.settings.timezone)
  const values = {
    ...{ name: nameOf(messages, user), platform: platform.name, link: url, until },
    inviter: inviterOf(platform, inviter),
  }
  return filledText(platform, { kind: 'invitation', language, values })
}

/** The expiry of a link, with the time zone. */
export const expiryOf = ({ time }: Messages, expiresAt: number, zone: string): string =>
  time.timestampWithZone(expiresAt, zone)

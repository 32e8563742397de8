// The forms that invite the owner of an account, and revoke the invitation.

import { Form } from '../../kit/components/form-fields.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { User } from '../people/schema.ts'

export type InvitationFormsProps = {
  user: User
  csrf: string
  /** The expiry of the open invitation, in the viewer's time zone; undefined if there is none. */
  openUntil: string | undefined
  hasMailer: boolean
}

/** Forms for an account that nobody has set up yet. */
export function InvitationForms({ user, csrf, openUntil, hasMailer }: InvitationFormsProps) {
  const { invitations: texts } = useMessages().office
  const path = `/backoffice/users/${user.id}/invitation`
  const isOpen = openUntil !== undefined
  return (
    <>
      <p>{isOpen ? texts.open({ until: openUntil }) : texts.none}</p>
      <div class="actions">
        <Form action={path} csrf={csrf}>
          <button type="submit">{hasMailer ? (isOpen ? texts.sendAgain : texts.send) : texts.create}</button>
        </Form>
        {isOpen ? (
          <Form action={`${path}/revoke`} csrf={csrf}>
            <button class="danger" type="submit">
              {texts.revoke}
            </button>
          </Form>
        ) : null}
      </div>
    </>
  )
}

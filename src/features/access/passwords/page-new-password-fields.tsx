// The fields of a new password and its confirmation, and reading them.
import type { FastifyRequest } from 'fastify'
import type { Problem } from '../../../kernel/changes/errors.ts'
import { type Services, systemCaller } from '../../../kernel/changes/services.ts'
import { ownPasswordRule } from '../../../kernel/lib/security/passwords.ts'
import { Field } from '../../../kit/components/form-fields.tsx'
import { fieldsOf } from '../../../kit/forms/forms.ts'
import type { Messages } from '../../../kit/messages/messages.ts'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import { callerOf, messagesOf } from '../../../kit/pages/visit.ts'
import type { PlatformRow } from '../../platforms/tables.ts'
import { type PasswordOwner, passwordProblems } from './passwords.ts'

type NewPasswordProps = { platform: PlatformRow; label?: string; problems?: readonly Problem[] }

/** Always empty at first, because a rejected password is not sent back. */
export function NewPasswordFields({ platform, label, problems = [] }: NewPasswordProps) {
  const { newPassword: texts } = useMessages().forms
  return (
    <>
      <Field
        name="password"
        label={label ?? texts.label}
        type="password"
        hint={hintOf(texts, platform)}
        autocomplete="new-password"
        problems={problems}
        isRequired
      />
      <Field
        name="repeated"
        label={texts.confirm}
        type="password"
        autocomplete="new-password"
        problems={problems}
        isRequired
      />
    </>
  )
}

function hintOf(texts: Messages['forms']['newPassword'], { settings }: PlatformRow): string {
  const { minLength, digits, symbols } = ownPasswordRule(settings.password)
  const kinds = [
    texts.lowercase,
    texts.uppercase,
    ...(digits ? [texts.digits] : []),
    ...(symbols ? [texts.symbols] : []),
  ]
  return texts.hint({ minLength, kinds })
}

/** The new password in a form, and all its problems. `owner` is the account it is for. */
export async function newPasswordOf(
  services: Pick<Services, 'hashes'>,
  request: FastifyRequest,
  owner: PasswordOwner,
  platform: PlatformRow = request.visit.platform,
): Promise<{ password: string; problems: Problem[] }> {
  const field = fieldsOf(request)
  const [password, repeated] = [field('password'), field('repeated')]
  const caller = request.visit.user ? callerOf(request) : systemCaller(platform)
  const problems = await passwordProblems(services, caller, { password, platform, owner })
  if (password === repeated) return { password, problems }
  const message = messagesOf(request).forms.newPassword.mismatch
  return { password, problems: [...problems, { pointer: '/repeated', code: 'mismatch', message }] }
}

// The two fields of a new password, and what they say.
import type { FastifyRequest } from 'fastify'
import { ownPasswordRule, type PasswordOwner, passwordProblems } from '../../domain/access/passwords.ts'
import type { Problem } from '../../domain/changes/errors.ts'
import type { PlatformRow } from '../../store/sql/tables.ts'
import { Field } from '../components/form-fields.tsx'
import { fieldsOf } from '../forms/forms.ts'

/** Never filled in: a password that was refused is not sent back. */
export function NewPassword({
  platform,
  label = 'New password',
  problems = [],
}: {
  platform: PlatformRow
  label?: string
  problems?: readonly Problem[]
}) {
  return (
    <>
      <Field
        name="password"
        label={label}
        type="password"
        hint={hintOf(platform)}
        autocomplete="new-password"
        problems={problems}
        isRequired
      />
      <Field
        name="repeated"
        label="The same again"
        type="password"
        autocomplete="new-password"
        problems={problems}
        isRequired
      />
    </>
  )
}

function hintOf({ settings }: PlatformRow): string {
  const { minLength, digits, symbols } = ownPasswordRule(settings.password)
  const kinds = [
    'lowercase and uppercase letters',
    ...(digits ? ['digits'] : []),
    ...(symbols ? ['symbols'] : []),
  ]
  const listed = new Intl.ListFormat('en').format(kinds)
  return `At least ${minLength} characters, with ${listed}. A few words that nobody would guess are easy to keep in mind.`
}

/** The new password of a form, and everything that is wrong with it. `holder` is the account it is for. */
export async function newPasswordOf(
  request: FastifyRequest,
  holder: PasswordOwner,
  platform: Pick<PlatformRow, 'name' | 'settings'> = request.visit.platform,
): Promise<{ password: string; problems: Problem[] }> {
  const field = fieldsOf(request)
  const [password, repeated] = [field('password'), field('repeated')]
  const problems = await passwordProblems(password, platform, holder)
  return { password, problems: password === repeated ? problems : [...problems, mismatch] }
}

const mismatch: Problem = {
  pointer: '/repeated',
  code: 'mismatch',
  message: 'does not match the new password',
}

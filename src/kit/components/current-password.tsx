// The current password of the signed-in user, to confirm a change.

import { useMessages } from '../messages/use-messages.tsx'
import { Field, type FieldProps } from './form-fields.tsx'

type Props = Pick<FieldProps, 'hint' | 'problems'> & Partial<Pick<FieldProps, 'label' | 'isRequired'>>

/** The field that `askPassword` reads. */
export function CurrentPassword({ label, isRequired = true, ...rest }: Props) {
  const { forms } = useMessages()
  return (
    <Field
      {...rest}
      name="currentPassword"
      label={label ?? forms.currentPassword}
      type="password"
      autocomplete="current-password"
      isRequired={isRequired}
    />
  )
}

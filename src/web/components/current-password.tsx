// The password of whoever is signed in, asked for again.
import { Field, type FieldProps } from './form-fields.tsx'

type Props = Pick<FieldProps, 'hint' | 'problems'> & Partial<Pick<FieldProps, 'label' | 'isRequired'>>

/** The field that `askPassword` reads. */
export const CurrentPassword = ({ label = 'Your password', isRequired = true, ...rest }: Props) => (
  <Field
    {...rest}
    name="currentPassword"
    label={label}
    type="password"
    autocomplete="current-password"
    isRequired={isRequired}
  />
)

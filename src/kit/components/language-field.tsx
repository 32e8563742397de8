// A field for the language of a content, with the names of languages. Other tags can be entered.
import { commonLanguages } from '../../kernel/lib/text/language-tags.ts'
import { useMessages } from '../messages/use-messages.tsx'
import { Combobox, type ComboboxProps } from './combobox.tsx'

type LanguageFieldProps = Omit<ComboboxProps, 'options'> & {
  /** Languages in use, which come first. */
  used?: readonly string[]
}

export function LanguageField({ used = [], ...props }: LanguageFieldProps) {
  const { formats } = useMessages()
  const named = (tag: string) => [tag, formats.languageName(tag)] as const
  const others = commonLanguages
    .filter((tag) => !used.includes(tag))
    .map(named)
    .sort(([, a], [, b]) => formats.compare(a, b))
  return <Combobox {...props} options={[...used.map(named), ...others]} />
}

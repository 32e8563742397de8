// E-mails as people write and copy them.

/** “Ada Sample <ada@example.org>” is the e-mail between the brackets. */
const IN_BRACKETS = /^(?:[^<>]*\s)?<([^<>]+)>$/

/** The e-mail without `mailto:`, a name before it, and characters that cannot be seen. Other texts stay as they are. */
export function readEmail(text: string): string {
  const visible = text.replace(/\p{Cf}/gu, '').trim()
  const address = IN_BRACKETS.exec(visible)?.[1] ?? visible
  return address.replace(/^mailto:/i, '').trim()
}

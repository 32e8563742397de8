// A part of a page, for scripts that replace it.
import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Language } from '../../kernel/schema/languages.ts'
import { messagesFor } from '../messages/messages.ts'
import { MessagesProvider } from '../messages/use-messages.tsx'

export const fragmentHtml = (fragment: VNode, language: Language): string =>
  renderToString(<MessagesProvider messages={messagesFor(language)}>{fragment}</MessagesProvider>)

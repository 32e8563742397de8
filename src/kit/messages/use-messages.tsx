// How components get the texts of the page's language.
import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Messages } from './messages.ts'

const Catalog = createContext<Messages | undefined>(undefined)

type ProviderProps = { messages: Messages; children: ComponentChildren }

export function MessagesProvider({ messages, children }: ProviderProps) {
  return <Catalog.Provider value={messages}>{children}</Catalog.Provider>
}

/** The texts in the language of the page. Only for components: other code uses `messagesOf(request)`. */
export function useMessages(): Messages {
  const messages = useContext(Catalog)
  if (!messages) throw new Error('Render the page inside MessagesProvider.')
  return messages
}

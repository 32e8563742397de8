// A mail server that accepts and keeps every e-mail (RFC 5321, as far as a client needs it).
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { waitUntil } from './until.ts'

export type ReceivedEmail = { from: string; to: string[]; content: string }
export type MailServer = {
  url: string
  port: number
  emails: ReceivedEmail[]
  /** The number of connections so far. */
  readonly connections: number
  /** Closes all connections, as servers do with idle ones. */
  disconnect(): void
  [Symbol.asyncDispose](): Promise<void>
}

/** `refuses` answers every recipient with 550. Without a `port`, uses a free one. */
export async function startMailServer({ refuses = false, port = 0 } = {}): Promise<MailServer> {
  const emails: ReceivedEmail[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    talk(socket, emails, refuses)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const open = typeof address === 'object' && address ? address.port : port
  return {
    url: `smtp://127.0.0.1:${open}`,
    port: open,
    emails,
    get connections() {
      return connections
    },
    disconnect() {
      for (const socket of sockets) socket.destroy()
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

function talk(socket: Socket, emails: ReceivedEmail[], refuses: boolean): void {
  let [buffer, isContent] = ['', false]
  let email: ReceivedEmail = { from: '', to: [], content: '' }
  const say = (line: string) => socket.write(`${line}\r\n`)
  const command = (line: string): unknown => {
    const [, address = ''] = /<([^>]*)>/.exec(line) ?? []
    if (/^(EHLO|HELO)/i.test(line)) return say('250 test')
    if (/^MAIL/i.test(line)) email = { from: address, to: [], content: '' }
    if (/^RCPT/i.test(line)) {
      if (refuses) return say('550 no such mailbox')
      email.to.push(address)
    }
    if (/^DATA/i.test(line)) {
      isContent = true
      return say('354 Start mail input')
    }
    if (/^QUIT/i.test(line)) return socket.end('221 bye\r\n')
    return say('250 ok')
  }
  say('220 test')
  socket.on('data', (chunk) => {
    buffer += chunk.toString('utf8')
    for (let end = buffer.indexOf('\r\n'); end >= 0; end = buffer.indexOf('\r\n')) {
      const line = buffer.slice(0, end)
      buffer = buffer.slice(end + 2)
      if (!isContent) command(line)
      else if (line !== '.') email.content += `${line.replace(/^\.\./, '.')}\n`
      else {
        isContent = false
        emails.push(email)
        say('250 accepted')
      }
    }
  })
}

/** The e-mails once there are this many, because the queue sends them shortly after the response. */
export const waitForEmails = ({ emails }: MailServer, count: number): Promise<ReceivedEmail[]> =>
  waitUntil(
    async () => emails,
    ({ length }) => length >= count,
  )

/** The last e-mail to an address, once there is one. */
export const waitForEmailTo = (server: MailServer, address: string): Promise<string> =>
  waitUntil(
    async () =>
      decodeQuotedPrintable(server.emails.findLast(({ to }) => to.includes(address))?.content ?? ''),
    (content) => content !== '',
  )

/** Decodes the ASCII part of quoted-printable text (RFC 2045, section 6.7). */
export const decodeQuotedPrintable = (content: string): string =>
  content
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

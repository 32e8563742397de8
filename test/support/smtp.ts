// A mail server that takes every mail and keeps it (RFC 5321, as far as a client needs it).
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

export type TakenMail = { from: string; to: string[]; content: string }
export type MailServer = { url: string; mails: TakenMail[]; [Symbol.asyncDispose](): Promise<void> }

/** `refuses` answers every recipient with 550. */
export async function startMailServer({ refuses = false } = {}): Promise<MailServer> {
  const mails: TakenMail[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    talk(socket, mails, refuses)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    mails,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

function talk(socket: Socket, mails: TakenMail[], refuses: boolean): void {
  let [buffer, isContent] = ['', false]
  let mail: TakenMail = { from: '', to: [], content: '' }
  const say = (line: string) => socket.write(`${line}\r\n`)
  const command = (line: string): unknown => {
    const [, address = ''] = /<([^>]*)>/.exec(line) ?? []
    if (/^(EHLO|HELO)/i.test(line)) return say('250 test')
    if (/^MAIL/i.test(line)) mail = { from: address, to: [], content: '' }
    if (/^RCPT/i.test(line)) {
      if (refuses) return say('550 no such mailbox')
      mail.to.push(address)
    }
    if (/^DATA/i.test(line)) {
      isContent = true
      return say('354 go on')
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
      else if (line !== '.') mail.content += `${line.replace(/^\.\./, '.')}\n`
      else {
        isContent = false
        mails.push(mail)
        say('250 taken')
      }
    }
  })
}

// A server process for the signal tests. Its settings come from the environment, and the test stops it from outside.
import { once } from 'node:events'
import { readConfig } from '../../src/config.ts'
import { loadCertificate } from '../../src/kernel/http/server/certificate.ts'
import { listen } from '../../src/kernel/http/server/listen.ts'
import { createServer } from '../../src/kernel/http/server/server.ts'
import { handleSignals } from '../../src/kernel/http/server/shutdown.ts'

const print = (event: string, more: object = {}) =>
  process.stdout.write(`${JSON.stringify({ event, ...more })}\n`)

const { config } = readConfig(process.env)
const app = createServer({ config, certificate: await loadCertificate(config) })
// Answered only after a signal.
app.get('/slow', async () => {
  print('in flight')
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  return { code: 'ok' }
})
app.get('/hanging', () => {
  print('in flight')
  return new Promise(() => {})
})
const listening = await listen(app)
handleSignals(app, async () => void print('stopped'))
print('ready', listening)

// A server process that tests send signals to.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Agent, request } from 'node:https'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { createFolder } from './certificates.ts'

/** Starts the process of `serve-process.ts`. It ends with the test. */
export async function startProcess(env: NodeJS.ProcessEnv = {}) {
  const settings = {
    LECTERN_PORT: '0',
    LECTERN_RTMP_PORT: '0',
    LECTERN_HOST: '127.0.0.1',
    LECTERN_DATA_DIR: await createFolder(),
    LECTERN_DRAIN_SECONDS: '0',
    ...env,
  }
  const script = join(import.meta.dirname, 'serve-process.ts')
  const child = spawn(process.execPath, [script], { env: settings, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: Record<string, unknown>[] = []
  const output = createInterface({ input: child.stdout })
  output.on('line', (line) => lines.push(JSON.parse(line)))
  const waitForLine = async (field: 'event' | 'msg', text: string) => {
    const find = () => lines.find((line) => line[field] === text)
    while (find() === undefined) await once(output, 'line')
    return find() ?? {}
  }
  const { port } = (await waitForLine('event', 'ready')) as { port: number }
  const send = async (path: string, agent?: Agent) => {
    const sent = request({
      host: '127.0.0.1',
      port,
      path,
      rejectUnauthorized: false,
      ...(agent ? { agent } : {}),
    }).end()
    const [response] = await once(sent, 'response')
    response.resume()
    return response.statusCode
  }
  return { child, port, waitForLine, send }
}

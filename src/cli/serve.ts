// `lectern serve`: runs the server.
import type { Command } from 'commander'
import { createApp } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { type Installation, openInstallation } from '../context.ts'
import { makeSetupLink } from '../domain/access/setup.ts'
import { ensurePlatform } from '../domain/platforms/platforms.ts'
import { type Certificate, loadCertificate } from '../http/server/certificate.ts'
import { handleSignals, type Listening, listen } from '../http/server/listen.ts'
import { type DemoAccess, seedDemo } from './demo.ts'

const DEFAULT_PLATFORM = { slug: 'default', name: 'Lectern' }

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('run the server')
    .option('--json', 'print one JSON line instead of the welcome text when the server is ready', false)
    .action(({ json }: { json: boolean }) => serve(json))
}

async function serve(isJson: boolean): Promise<void> {
  const { config, secrets } = readConfig(process.env)
  await using opened = new AsyncDisposableStack()
  const installation = opened.use(await openInstallation(config, secrets))
  const platform = await ensurePlatform(installation, DEFAULT_PLATFORM)
  const say = (text: string) => void (isJson || process.stdout.write(`${text}\n`))
  const demo = config.isDemo ? await seedDemo(installation, platform, say) : undefined
  // If the start fails after this, the credentials are still printed, because no later start can show them.
  if (demo) opened.defer(() => void process.stdout.write(`${shownOnce(demo).join('\n')}\n`))
  const certificate = await loadCertificate(config)
  const app = await createApp({ config, secrets, installation, certificate })
  opened.defer(() => app.close())
  const listening = await listen(app)
  // Until here, a failure closes the installation. From here on, a signal does.
  opened.move()
  handleSignals(app, () => installation[Symbol.asyncDispose]())
  const { url } = listening
  const setupToken = await makeSetupLink(installation, platform)
  const setupUrl = setupToken && `${url}/setup/${setupToken}`
  if (isJson) process.stdout.write(`${JSON.stringify({ event: 'ready', url, setupUrl, ...demo })}\n`)
  else say(welcome({ config, installation, certificate, listening, demo, setupUrl }))
}

type Welcome = {
  config: Config
  installation: Installation
  certificate: Certificate
  listening: Listening
  demo: DemoAccess | undefined
  /** Only while the platform has no owner. */
  setupUrl: string | undefined
}

/** The addresses of the server and, only at the first start, the credentials that are shown once. */
function welcome({ certificate, listening: { url }, demo, setupUrl }: Welcome): string {
  const lines = [
    '',
    `Lectern is ready: ${url}`,
    `  API reference  ${url}/docs`,
    `  OpenAPI        ${url}/api/external/v1/openapi.json`,
    ...(certificate.isSelfSigned ? [`  Certificate    ${certificate.certPath} (self-signed)`] : []),
  ]
  if (setupUrl)
    lines.push(
      '',
      'This platform has no owner yet. To set it up, open this link. It works once and expires in 24 hours:',
      `  ${setupUrl}`,
    )
  if (!demo) return [...lines, ''].join('\n')
  const trust = certificate.isSelfSigned ? `--cacert ${quoted(certificate.certPath)} ` : ''
  return [
    ...lines,
    ...shownOnce(demo),
    '',
    'Try it:',
    `  curl ${trust}-H 'Authorization: Bearer ${demo.apiKey}' '${url}/api/external/v1/talk/upcoming?limit=3'`,
    '',
  ].join('\n')
}

const shownOnce = ({ owner, apiKey }: DemoAccess): string[] => [
  '',
  'Shown once:',
  `  Owner    ${owner.email}  ${owner.password}`,
  `  API key  ${apiKey}`,
]

/** Quotes a word for the shell (POSIX.1-2024, Shell Command Language, section 2.2.2). */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

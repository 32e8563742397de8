// `lectern serve`: runs the server.
import cluster from 'node:cluster'
import type { Command } from 'commander'
import type { FastifyInstance } from 'fastify'
import { type Installation, localFilesUrl, openInstallation, sqlitePath } from '../app/context.ts'
import { type Config, readConfig, type Secrets } from '../config.ts'
import type { DemoAccess } from '../demo/demo.ts'
import { makeSetupLink } from '../features/access/setup/setup.ts'
import type { ContinuousBackup } from '../features/backup/continuous-backup.ts'
import { ensurePlatform } from '../features/platforms/platforms.ts'
import type { PlatformRow } from '../features/platforms/tables.ts'
import { type Running, runWith } from '../kernel/http/running.ts'
import { type Certificate, loadCertificate } from '../kernel/http/server/certificate.ts'
import { curlCommand } from '../kernel/http/server/curl.ts'
import { assertPortsFree, type Listening, listen } from '../kernel/http/server/listen.ts'
import { handleSignals } from '../kernel/http/server/shutdown.ts'
import { describeUnavailable, retryWhileUnavailable } from './start.ts'
import { type ReadyMessage, startWorkers } from './workers.ts'

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
  // Otherwise, the channel to the primary process would keep a worker process running that cannot start.
  process.channel?.unref()
  const say = (text: string) => void (isJson || process.stdout.write(`${text}\n`))
  // Checked before the store changes, so that a mistake is found at once.
  if (cluster.isPrimary) await assertPortsFree(config)
  const certificate = await loadCertificate(config)
  if (cluster.isPrimary && config.workers > 1) return startWorkers(config.workers)
  await using opened = new AsyncDisposableStack()
  const open = () =>
    retryWhileUnavailable(() => openAll(config, secrets, say), {
      seconds: config.startSeconds,
      onWait: (error) =>
        void process.stderr.write(
          `${describeUnavailable(error)} Trying for ${config.startSeconds} seconds.\n`,
        ),
    })
  const loadApp = () => import('../app/app.ts')
  // The time limit for reaching PostgreSQL starts when everything is loaded. SQLite uses a thread, which starts in
  // parallel.
  if (secrets.databaseUrl !== undefined) await loadApp()
  const [{ installation, demo, newOwner, setupToken }, { createApp }] = await Promise.all([open(), loadApp()])
  opened.use(installation)
  // If the start fails after this, the credentials are still printed, because no later start can show them.
  if (demo) opened.defer(() => void process.stdout.write(`${shownOnce(demo).join('\n')}\n`))
  const app = await createApp({
    ...{ config, secrets, installation, certificate },
    // With Redis there can be other processes, which would have the same people on stage.
    ...(config.isDemo && secrets.redisUrl === undefined ? { startMore: startDemoStage } : {}),
  })
  opened.defer(() => app.close())
  const listening = await listen(app)
  const backup = await startBackup(app, secrets)
  // Up to here, a failure closes the installation. From here on, a signal does.
  opened.move()
  handleSignals(app, async () => {
    await backup?.close()
    await installation[Symbol.asyncDispose]()
  })
  const { url } = listening
  const setupUrl = setupToken && `${url}/setup/${setupToken}`
  const printed = isJson
    ? JSON.stringify({ event: 'ready', url, setupUrl, ...demo })
    : welcome({ config, installation, certificate, listening, demo, newOwner, setupUrl })
  print(`${printed}\n`)
}

/** A worker process sends its text to the primary process, which prints only that of the first one. */
function print(printed: string): void {
  if (cluster.isWorker) process.send?.({ printed } satisfies ReadyMessage)
  else process.stdout.write(printed)
}

async function startBackup(
  app: FastifyInstance,
  { s3Credentials }: Secrets,
): Promise<ContinuousBackup | undefined> {
  const { config } = app
  const { backupUrl: url, dataDir } = config
  if (url === undefined) return undefined
  const { startContinuousBackup } = await import('../features/backup/continuous-backup.ts')
  const { measureBackup } = await import('../kernel/http/server/metrics.ts')
  const backup = startContinuousBackup({
    path: sqlitePath(dataDir),
    url,
    credentials: s3Credentials,
    filesUrl: localFilesUrl(config),
    onError: (message) =>
      app.log.warn({ message }, 'the backup fails and is tried again (LECTERN_BACKUP_URL)'),
    onRecovery: () => app.log.info('the backup is complete again'),
    onSnapshot: () => app.log.info('the backup has a new snapshot'),
  })
  measureBackup(app.metrics, () => backup.completeUntilMs())
  return backup
}

/** Opens the installation and makes all first writes, so that a listening server can serve. */
async function openAll(config: Config, secrets: Secrets, say: (text: string) => void) {
  await using opening = new AsyncDisposableStack()
  const installation = opening.use(await openInstallation(config, secrets))
  const platform = await ensurePlatform(installation, DEFAULT_PLATFORM)
  const { demo, newOwner } = config.isDemo ? await openDemo(installation, platform, say) : {}
  // The demo has an owner.
  const setupToken = demo ? undefined : await makeSetupLink(installation, platform)
  opening.move()
  return { installation, demo, newOwner, setupToken }
}

async function startDemoStage(app: FastifyInstance, { services, rooms }: Running): Promise<void> {
  const { DemoStage } = await import('../demo/stage/stage.ts')
  runWith(app, 'nobody is on the stage of the demo', (onError) => new DemoStage({ services, rooms, onError }))
}

async function openDemo(installation: Installation, platform: PlatformRow, say: (text: string) => void) {
  const { newOwnerEmail, seedDemo } = await import('../demo/demo.ts')
  const demo = await seedDemo(installation, platform, say)
  return { demo, newOwner: demo ? undefined : await newOwnerEmail(installation, platform) }
}

type Welcome = {
  config: Config
  installation: Installation
  certificate: Certificate
  listening: Listening
  demo: DemoAccess | undefined
  /** The e-mail of a demo owner from an earlier start who still has the generated password. */
  newOwner: string | undefined
  /** Set only while the platform has no owner. */
  setupUrl: string | undefined
}

/** The addresses of the server and, only at the first start, the credentials that are shown once. */
function welcome({ certificate, listening: { url }, demo, newOwner, setupUrl }: Welcome): string {
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
  if (newOwner)
    lines.push(
      '',
      `The password of ${newOwner} was shown at the first start. If it is lost, set a new one:`,
      `  npx lectern user reset-link --email ${newOwner}`,
    )
  if (!demo) return [...lines, ''].join('\n')
  const command = curlCommand({
    url: `${url}/api/external/v1/talk/upcoming?limit=3`,
    key: demo.apiKey,
    caPath: certificate.isSelfSigned ? certificate.certPath : undefined,
  })
  return [...lines, ...shownOnce(demo), '', 'Try it:', `  ${command}`, ''].join('\n')
}

const shownOnce = ({ owner, apiKey }: DemoAccess): string[] => [
  '',
  'Shown once:',
  `  Owner    ${owner.email}  ${owner.password}`,
  `  API key  ${apiKey}`,
]

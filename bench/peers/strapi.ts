// Strapi: content types for talks and people, written as files, and accounts of its plugin for users.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PEOPLE, personBody, speakersOf, TALKS, talkFields, templateOf, userBody } from '../programme.ts'
import { freePort, install, type Peer, sendJson, serve } from './peer.ts'

const VERSION = '5.54.0'
const PASSWORD = 'benchmark-password'

type Target = { port: number; key: string }
type Made = { data: { documentId: string } }

/** Installs, starts, and fills Strapi. `stack` ends it. */
export async function startStrapi(stack: AsyncDisposableStack): Promise<Peer> {
  const folder = await install('strapi', {
    '@strapi/strapi': VERSION,
    '@strapi/plugin-users-permissions': VERSION,
    'better-sqlite3': '12.4.1',
    react: '18.3.1',
    'react-dom': '18.3.1',
    'react-router-dom': '6.30.4',
    'styled-components': '6.1.19',
  })
  const port = await freePort()
  rmSync(join(folder, 'data'), { recursive: true, force: true })
  writeApplication(folder)
  const env = { HOST: '127.0.0.1', PORT: String(port), STRAPI_TELEMETRY_DISABLED: 'true' }
  await serve(stack, [join(folder, 'serve.js')], { folder, env, port })
  const key = readFileSync(join(folder, 'data/token'), 'utf8')
  const target = { port, key }
  const { roles } = await sendJson<{ roles: { id: number }[] }>(target, 'GET', '/api/users-permissions/roles')
  return {
    name: `Strapi ${VERSION}`,
    port,
    work: {
      key,
      updates: await makeTalks(target),
      list: [templateOf('GET', '/api/talks?pagination[pageSize]=50&populate=speakers')],
      creations: [
        templateOf('POST', '/api/users', { ...userNames(), password: PASSWORD, role: roles[0]?.id }),
      ],
    },
  }
}

const userNames = () => ({ email: userBody.email, username: userBody.email })

const CONFIG = {
  server: `({ env }) => ({ host: env('HOST'), port: env.int('PORT'), app: { keys: ['benchmark-key-1', 'benchmark-key-2'] } })`,
  admin: `() => ({
    auth: { secret: 'benchmark-secret' },
    apiToken: { salt: 'benchmark-salt' },
    transfer: { token: { salt: 'benchmark-salt' } },
    secrets: { encryptionKey: 'benchmark-encryption-key-of-32-by' },
    serveAdminPanel: false,
  })`,
  plugins: `() => ({ 'users-permissions': { config: { jwtSecret: 'benchmark-secret' } } })`,
  database: `() => ({ connection: { client: 'sqlite', connection: { filename: 'data/data.db' }, useNullAsDefault: true } })`,
  middlewares: `['strapi::errors', 'strapi::security', 'strapi::cors', 'strapi::query', 'strapi::body', 'strapi::session', 'strapi::favicon', 'strapi::public']`,
}

/** A token with all rights, in a file that only this benchmark reads. */
const INDEX = `const { writeFileSync } = require('node:fs')
module.exports = {
  async bootstrap({ strapi }) {
    const token = { name: 'benchmark', description: '', type: 'full-access', lifespan: null }
    const { accessKey } = await strapi.service('admin::api-token').create(token)
    writeFileSync('data/token', accessKey)
  },
}
`

const SERVE = `const { createStrapi } = require('@strapi/strapi')
createStrapi({ appDir: __dirname, distDir: __dirname }).start()
`

function writeApplication(folder: string): void {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const [name, text] of Object.entries(CONFIG)) write(`config/${name}.js`, `module.exports = ${text}\n`)
  write('src/index.js', INDEX)
  write('serve.js', SERVE)
  write('favicon.ico', '')
  mkdirSync(join(folder, 'data'), { recursive: true })
  mkdirSync(join(folder, 'public/uploads'), { recursive: true })
  const type = (name: string, plural: string, attributes: object) => {
    const schema = {
      kind: 'collectionType',
      collectionName: plural,
      info: { singularName: name, pluralName: plural, displayName: name },
      options: { draftAndPublish: false },
      attributes,
    }
    const folderOfType = `src/api/${name}`
    write(`${folderOfType}/content-types/${name}/schema.json`, JSON.stringify(schema))
    for (const [kind, factory] of [
      ['controllers', 'createCoreController'],
      ['routes', 'createCoreRouter'],
      ['services', 'createCoreService'],
    ])
      write(
        `${folderOfType}/${kind}/${name}.js`,
        `module.exports = require('@strapi/strapi').factories.${factory}('api::${name}.${name}')\n`,
      )
  }
  const text = { type: 'string' }
  type('talk', 'talks', {
    title: text,
    description: { type: 'text' },
    start: { type: 'datetime' },
    duration: { type: 'integer' },
    track: text,
    speakers: { type: 'relation', relation: 'manyToMany', target: 'api::person.person' },
  })
  type('person', 'people', { email: text, firstName: text, lastName: text, job: text, company: text })
}

async function makeTalks(target: Target) {
  const people: string[] = []
  for (let number = 0; number < PEOPLE; number += 1) {
    const { data } = await sendJson<Made>(target, 'POST', '/api/people', { data: personBody(number) })
    people.push(data.documentId)
  }
  const updates = []
  for (let talk = 0; talk < TALKS; talk += 1) {
    // Strapi changes no people through a talk. It gets only their ids, which is less work.
    const speakers = speakersOf(talk).map((number) => people[number])
    const { data } = await sendJson<Made>(target, 'POST', '/api/talks', {
      data: { ...talkFields(talk, 'as it was'), speakers },
    })
    updates.push(
      templateOf('PUT', `/api/talks/${data.documentId}`, { data: { ...talkFields(talk), speakers } }),
    )
  }
  return updates
}

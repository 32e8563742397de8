// `lectern openapi`: the OpenAPI document on standard output, made from the routes, without a store or a port.
import type { Command } from 'commander'
import Fastify from 'fastify'
import type { WebhookServices } from '../domain/services.ts'
import { addRoutes } from '../http/api/external-api.ts'
import { API } from '../http/api/responses.ts'
import { addOpenApi } from '../http/openapi/openapi.ts'
import { version } from '../version.ts'

export function addOpenApiCommand(program: Command): void {
  program
    .command('openapi')
    .description('print the OpenAPI document')
    .action(async () => {
      process.stdout.write(`${JSON.stringify(await makeDocument(), null, 2)}\n`)
    })
}

/** The document as the server answers it. */
export async function makeDocument() {
  const app = Fastify()
  // Nothing is validated: the server's own compiler, which knows our keywords, is not needed.
  app.setValidatorCompiler(() => () => true)
  await addOpenApi(app, version)
  // The routes are described, never called: nothing is asked of their services.
  await app.register((api) => addRoutes(api, {} as WebhookServices), { prefix: API })
  await app.ready()
  return app.swagger()
}

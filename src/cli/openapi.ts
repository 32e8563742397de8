// `lectern openapi`: prints the OpenAPI document, generated from the routes. Needs no store and opens no port.
import type { Command } from 'commander'
import Fastify from 'fastify'
import { addRoutes, apiDescription } from '../app/external-api.ts'
import '../features/features.ts'
import '../features/operations.ts'
import { API } from '../kernel/http/api/responses.ts'
import { addOpenApi } from '../kernel/http/openapi/openapi.ts'

export function addOpenApiCommand(program: Command): void {
  program
    .command('openapi')
    .description('print the OpenAPI document')
    .action(async () => {
      process.stdout.write(`${JSON.stringify(await makeDocument(), null, 2)}\n`)
    })
}

/** The document that the server also serves. */
export async function makeDocument() {
  const app = Fastify()
  // Nothing is validated or sent here, and compiling the schemas would take nine tenths of the time.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => () => '')
  await addOpenApi(app, apiDescription())
  // The routes are only described and never called, so they need no services.
  await app.register((api) => addRoutes(api, {} as Parameters<typeof addRoutes>[1]), { prefix: API })
  await app.ready()
  return app.swagger()
}

// Response serializers that are compiled on first use.
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'

const serializerFactory = SerializerSelector()

/**
 * A serializer factory for fastify. There is one serializer per route and status, mostly for rare errors, and compiling
 * all of them takes a third of the start-up time.
 */
export const lazySerializerFactory: typeof serializerFactory = (schemas, options) => {
  const compile = serializerFactory(schemas, options)
  return (route) => {
    let serialize: ReturnType<typeof compile> | undefined
    return (response) => {
      serialize ??= compile(route)
      return serialize(response)
    }
  }
}

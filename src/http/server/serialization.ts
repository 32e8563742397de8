// Serializers of answers, each made when the first answer of its kind is sent.
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'

const serializerFactory = SerializerSelector()

/**
 * Gives what Fastify compiles serializers with. There is one a route and status, most of them for refusals that are
 * seldom sent: to make all of them took a third of the start.
 */
export const lazySerializerFactory: typeof serializerFactory = (schemas, options) => {
  const compile = serializerFactory(schemas, options)
  return (route) => {
    let serialize: ReturnType<typeof compile> | undefined
    return (answer) => {
      serialize ??= compile(route)
      return serialize(answer)
    }
  }
}

// Routes of user accounts.
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { listUsers, readUser } from '../domain/read-users.ts'
import type { Services } from '../domain/services.ts'
import { createOwner, deleteUser, saveUser } from '../domain/users.ts'
import { listOf, ref } from '../schema/common.ts'
import { Deleted } from '../schema/problem.ts'
import {
  OwnerCreate,
  User,
  UserCreate,
  UserCreated,
  UserListQuery,
  UserUpdate,
  UserUpdated,
} from '../schema/user.ts'
import { problems, setSaved, UserParams } from './answers.ts'
import { requirePrivileged } from './authenticate.ts'

const tags = ['Users']

/** Needs `request.caller`. */
export const userRoutes: FastifyPluginCallbackTypebox<{ services: Services }> = (app, { services }, done) => {
  app.get(
    '/users',
    {
      schema: {
        operationId: 'listUsers',
        tags,
        summary: 'List users',
        querystring: UserListQuery,
        response: { 200: listOf(ref(User)), ...problems.list },
      },
    },
    (request) => listUsers(services, request.caller, request.query),
  )

  app.post(
    '/users',
    {
      schema: {
        operationId: 'createUser',
        tags,
        summary: 'Create a user',
        description: 'The generated password stands in this answer only.',
        body: ref(UserCreate),
        response: { 201: ref(UserCreated), ...problems.create },
      },
    },
    async (request, reply) => {
      const { isCreated, answer } = await saveUser(services, request.caller, null, request.body)
      setSaved(reply, 'users', isCreated, answer.id)
      return answer as UserCreated
    },
  )

  app.post(
    '/users/owner',
    {
      onRequest: requirePrivileged,
      schema: {
        operationId: 'createOwner',
        tags,
        summary: 'Create an owner (privileged keys only)',
        description: 'The generated password stands in this answer only.',
        body: ref(OwnerCreate),
        response: { 201: ref(UserCreated), ...problems.create },
      },
    },
    async (request, reply) => {
      const { isCreated, answer } = await createOwner(services, request.caller, request.body)
      setSaved(reply, 'users', isCreated, answer.id)
      return answer as UserCreated
    },
  )

  app.get(
    '/users/:param',
    {
      schema: {
        operationId: 'readUser',
        tags,
        summary: 'Read a user',
        params: UserParams,
        response: { 200: ref(User), ...problems.read },
      },
    },
    (request) => readUser(services, request.caller, request.params.param),
  )

  app.put(
    '/users/:param',
    {
      schema: {
        operationId: 'updateUser',
        tags,
        summary: 'Update a user, or create one under your own identifier',
        description:
          'Nothing is required. A `type` that differs from the role is reported in `errors`, not applied.',
        params: UserParams,
        body: ref(UserUpdate),
        response: { 200: ref(UserUpdated), 201: ref(UserCreated), ...problems.update },
      },
    },
    async (request, reply) => {
      const { isCreated, answer } = await saveUser(
        services,
        request.caller,
        request.params.param,
        request.body,
      )
      setSaved(reply, 'users', isCreated, answer.id)
      return answer
    },
  )

  app.delete(
    '/users/:param',
    {
      schema: {
        operationId: 'deleteUser',
        tags,
        summary: 'Delete a user',
        description:
          'Talks and sponsors lose the person. Refused for the only speaker of a talk and for the last owner.',
        params: UserParams,
        response: { 200: ref(Deleted), ...problems.remove },
      },
    },
    async (request) => {
      const { id } = await deleteUser(services, request.caller, request.params.param)
      return { code: 'ok' as const, message: 'User deleted.', id }
    },
  )
  done()
}

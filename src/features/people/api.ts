// Routes of user accounts.

import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { ApiPart } from '../../kernel/http/api/api-part.ts'
import type { CachedReads } from '../../kernel/http/api/cached-reads.ts'
import { problems, UserParams } from '../../kernel/http/api/responses.ts'
import type { WriteRoutes } from '../../kernel/http/api/writes.ts'
import { listOf, ref } from '../../kernel/schema/common.ts'
import { Deleted } from '../../kernel/schema/problems.ts'
import * as attachedPeopleSchemas from './attached/attached-people-schema.ts'
import { listUsers, readUser } from './read-users.ts'
import * as userSchemas from './schema.ts'
import {
  OwnerCreate,
  User,
  UserCreate,
  UserCreated,
  UserListQuery,
  UserUpdate,
  UserUpdated,
} from './schema.ts'
import { createOwnerCommand, deleteUserCommand, saveUserCommand } from './users.ts'

const tags = ['Users']

/** Needs `request.caller`. */
const userRoutes: FastifyPluginCallbackTypebox<{ reads: CachedReads; writes: WriteRoutes }> = (
  app,
  { reads, writes },
  done,
) => {
  const { services } = writes
  app.get(
    '/users',
    {
      schema: {
        operationId: 'listUsers',
        tags,
        summary: 'List users',
        description: 'Returns the accounts of the platform. Use the query parameters to filter them.',
        querystring: UserListQuery,
        response: { 200: listOf(ref(User)), ...problems.list },
      },
    },
    (request, reply) =>
      reads.respond(request, reply, () => listUsers(services, request.caller, request.query)),
  )

  writes.declare(app, {
    method: 'POST',
    url: '/users',
    schema: {
      operationId: 'createUser',
      tags,
      summary: 'Create a user',
      description: 'Only this response contains the generated password. It cannot be retrieved later.',
      body: ref(UserCreate),
      response: { 201: ref(UserCreated), ...problems.create },
    },
    command: saveUserCommand,
  })

  writes.declare(app, {
    method: 'POST',
    url: '/users/owner',
    isPrivileged: true,
    schema: {
      operationId: 'createOwner',
      tags,
      summary: 'Create an owner (privileged keys only)',
      description: 'Only this response contains the generated password. It cannot be retrieved later.',
      body: ref(OwnerCreate),
      response: { 201: ref(UserCreated), ...problems.create },
    },
    command: createOwnerCommand,
  })

  app.get(
    '/users/:param',
    {
      schema: {
        operationId: 'readUser',
        tags,
        summary: 'Get a user',
        description: 'Returns one account.',
        params: UserParams,
        response: { 200: ref(User), ...problems.read },
      },
    },
    (request, reply) =>
      reads.respond(request, reply, () => readUser(services, request.caller, request.params.param)),
  )

  writes.declare(app, {
    method: 'PUT',
    url: '/users/:param',
    schema: {
      operationId: 'updateUser',
      tags,
      summary: 'Update a user, or create it with your own identifier',
      description:
        'Changes only the attributes you send. A `type` that differs from the role of the account is not applied and is reported in `errors`. If no user has the `ext:` identifier, the user with the same e-mail and no `externalId` gets it, which is reported in `errors` as `account_adopted`. If there is none, the user is created.',
      params: UserParams,
      body: ref(UserUpdate),
      response: { 200: ref(UserUpdated), 201: ref(UserCreated), ...problems.update },
    },
    command: saveUserCommand,
  })

  writes.declare(app, {
    method: 'DELETE',
    url: '/users/:param',
    schema: {
      operationId: 'deleteUser',
      tags,
      summary: 'Delete a user',
      description:
        'Removes the person from all talks and sponsors. Refused for the only speaker of a talk and for the last owner.',
      params: UserParams,
      response: { 200: ref(Deleted), ...problems.remove },
    },
    command: ({ reference, precondition }) => deleteUserCommand({ reference: reference ?? '', precondition }),
  })
  done()
}

export const peopleApi: ApiPart = {
  tags: [{ name: 'Users', description: 'Accounts of attendees, speakers, admins, and owners.' }],
  schemas: [userSchemas, attachedPeopleSchemas],
  routes: userRoutes,
}

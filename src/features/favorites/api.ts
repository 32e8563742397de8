// Routes of favorites: the talks that people have starred.

import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { ApiPart } from '../../kernel/http/api/api-part.ts'
import { IdParams, problems, UserParams } from '../../kernel/http/api/responses.ts'
import type { WriteRoutes } from '../../kernel/http/api/writes.ts'
import { listOf, ref } from '../../kernel/schema/common.ts'
import { Deleted } from '../../kernel/schema/problems.ts'
import {
  addFavoriteCommand,
  listFavorites,
  readFavorite,
  readFavoriteCount,
  removeFavoriteCommand,
} from './favorites.ts'
import * as schemas from './schema.ts'
import { Favorite, FavoriteCount, FavoriteQuery, FavoriteSaved } from './schema.ts'

const tags = ['Favorites']

const FavoriteParams = Type.Object({ ...UserParams.properties, talkId: IdParams.properties.id })

/** Needs `request.caller`. */
const favoriteRoutes: FastifyPluginCallbackTypebox<{ writes: WriteRoutes }> = (app, { writes }, done) => {
  const { services } = writes
  app.get(
    '/users/:param/favorites',
    {
      schema: {
        operationId: 'listFavorites',
        tags,
        summary: 'List the favorites of a user',
        description: 'Returns the talks that the person has starred, in the order of their ids.',
        params: UserParams,
        querystring: FavoriteQuery,
        response: { 200: listOf(ref(Favorite)), ...problems.favorites },
      },
    },
    (request) => listFavorites(services, request.caller, request.params.param, request.query),
  )

  writes.declare(app, {
    method: 'PUT',
    url: '/users/:param/favorites/:talkId',
    schema: {
      operationId: 'addFavorite',
      tags,
      summary: 'Add a favorite to a user',
      description:
        'Stars the talk for the person, as they could do themselves. Nothing changes if it is a favorite already. The change feed does not contain favorites.',
      params: FavoriteParams,
      response: { 200: ref(FavoriteSaved), 201: ref(FavoriteSaved), ...problems.addFavorite },
    },
    command: addFavoriteCommand,
  })

  app.get(
    '/users/:param/favorites/:talkId',
    {
      schema: {
        operationId: 'readFavorite',
        tags,
        summary: 'Get a favorite of a user',
        description: 'Returns 404 unless the person has starred the talk.',
        params: FavoriteParams,
        response: { 200: ref(Favorite), ...problems.read },
      },
    },
    ({ caller, params }) => readFavorite(services, caller, { user: params.param, talk: params.talkId }),
  )

  writes.declare(app, {
    method: 'DELETE',
    url: '/users/:param/favorites/:talkId',
    schema: {
      operationId: 'removeFavorite',
      tags,
      summary: 'Remove a favorite from a user',
      description: 'Returns 404 if the person has not starred the talk.',
      params: FavoriteParams,
      response: { 200: ref(Deleted), ...problems.removeFavorite },
    },
    command: removeFavoriteCommand,
  })

  app.get(
    '/talks/:id/favorites',
    {
      schema: {
        operationId: 'countFavorites',
        tags,
        summary: 'Count the favorites of a talk',
        description:
          'Returns how many people with an account have starred the talk, such as to choose its room. Stars of visitors without an account stay in their browsers and are not counted.',
        params: IdParams,
        response: { 200: ref(FavoriteCount), ...problems.read },
      },
    },
    ({ caller, params }) => readFavoriteCount(services, caller, params.id),
  )
  done()
}

export const favoritesApi: ApiPart = {
  tags: [{ name: 'Favorites', description: 'The talks that people have starred.' }],
  schemas: [schemas],
  routes: favoriteRoutes,
}

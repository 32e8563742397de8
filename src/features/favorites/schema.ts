// Favorites in requests and responses: the talks that a person has starred.
import Type, { type Static } from 'typebox'
import { id, listQuery, nullable } from '../../kernel/schema/common.ts'
import * as examples from '../../kernel/schema/examples.ts'

export const Favorite = Type.Object(
  {
    talk: id(),
    externalId: nullable(Type.String({ description: 'Your own identifier of the talk.' })),
    title: Type.String({ description: 'The title of the talk.' }),
    start: Type.String({ format: 'date-time', description: 'In UTC.' }),
    createdAt: Type.String({ format: 'date-time', description: 'When the person starred the talk.' }),
  },
  { $id: 'Favorite', description: 'A talk that a person has starred.' },
)
export type Favorite = Static<typeof Favorite>

export const FavoriteSaved = Type.Object(
  { code: Type.Literal('ok'), message: Type.String(), id: id() },
  {
    $id: 'FavoriteSaved',
    description: 'The talk is a favorite. `id` is the id of the talk.',
    examples: [examples.favoriteSaved],
  },
)
export type FavoriteSaved = Static<typeof FavoriteSaved>

export const FavoriteCount = Type.Object(
  {
    code: Type.Literal('ok'),
    id: id(),
    favorites: Type.Integer({ minimum: 0, description: 'How many people with an account have starred it.' }),
  },
  { $id: 'FavoriteCount', description: 'How many people have starred a talk.' },
)
export type FavoriteCount = Static<typeof FavoriteCount>

export const FavoriteQuery = Type.Object(listQuery, { additionalProperties: false })
export type FavoriteQuery = Static<typeof FavoriteQuery>

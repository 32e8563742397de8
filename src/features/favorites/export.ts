// Favorites in exports of a platform, and in what a person downloads about themselves.
import { type ExportedKinds, ofEach, withOwner } from '../../kernel/changes/exports.ts'
import { allObjects, collect } from '../../kernel/changes/pagination.ts'
import type { PersonalData } from '../people/personal-data.ts'
import { userObjects } from '../people/store.ts'
import { allFavoritesOf } from './favorites.ts'

export const exportedFavorites = {
  favorites: (services, caller) =>
    ofEach(allObjects(services, caller, userObjects), ({ id }) =>
      withOwner({ userId: id }, allFavoritesOf(services, id)),
    ),
} as const satisfies ExportedKinds

export const ownFavoriteData: PersonalData = async (services, { user }) => ({
  favorites: await collect(allFavoritesOf(services, user.id)),
})

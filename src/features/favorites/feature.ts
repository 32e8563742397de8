// What the server needs of favorites.
import type { Feature } from '../../kernel/changes/features.ts'
import { favoritesApi } from './api.ts'
import { exportedFavorites, ownFavoriteData } from './export.ts'
import { countFavorites, favoritesOfTalk } from './store.ts'

export const favoritesFeature: Feature = {
  countFavorites,
  favoritesOfTalk: () => favoritesOfTalk,
  api: [favoritesApi],
  exports: exportedFavorites,
  personalData: ownFavoriteData,
}

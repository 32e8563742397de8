// What the writer thread needs of favorites.
import type { FeatureOperations } from '../../kernel/changes/features.ts'
import { setCalendarLinkOperation } from './calendar-links.ts'
import { addFavoriteOperation, changeFavoritesOperation, removeFavoriteOperation } from './favorites.ts'
import { favoritesRetention } from './retention.ts'
import { keptFavorites } from './store.ts'

export const favoritesOperations: FeatureOperations = {
  operations: [
    addFavoriteOperation,
    removeFavoriteOperation,
    changeFavoritesOperation,
    setCalendarLinkOperation,
  ],
  retention: favoritesRetention,
  keptWithTalks: keptFavorites,
}

// Favorites, as long as the settings of each platform say.
import { keptForDays } from '../../kernel/changes/retention.ts'
import { removeFavoritesBefore } from './store.ts'

export const favoritesRetention = keptForDays('favorites', removeFavoritesBefore)

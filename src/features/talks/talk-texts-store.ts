// The texts by which talks are found.
import { foldedTexts } from '../../kernel/lib/text/search-texts.ts'
import { defineTexts, searchedTexts } from '../../kernel/store/sql/search-texts.ts'
import { type TalkPart, type TalkRow, talkTexts } from './tables.ts'

type Searched = Pick<
  TalkRow,
  'title' | 'room' | 'track' | 'tags' | 'hiddenTags' | 'description' | 'externalId'
>
export const textsOfTalk = (talk: Searched) =>
  foldedTexts<TalkPart>({
    programme: [talk.title, talk.room, talk.track, ...talk.tags, ...talk.hiddenTags],
    description: [talk.description],
    external_id: [talk.externalId],
  })

export const textsOfTalks = defineTexts(talkTexts, textsOfTalk)
export const searchedTalks = searchedTexts(talkTexts)

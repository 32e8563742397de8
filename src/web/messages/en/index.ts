// Every page text in English, one file per area. English defines which texts a language has.
import { account } from './account.ts'
import { agenda } from './agenda.ts'
import { downloads } from './downloads.ts'
import { emails } from './emails.ts'
import { embeds } from './embeds.ts'
import { errors } from './errors.ts'
import { favorites } from './favorites.ts'
import { forms } from './forms.ts'
import { home } from './home.ts'
import { layout } from './layout.ts'
import { ledgers } from './ledgers.ts'
import { live } from './live.ts'
import { names } from './names.ts'
import { office } from './office/index.ts'
import { offline } from './offline.ts'
import { pagination } from './pagination.ts'
import { questions } from './questions.ts'
import { search } from './search.ts'
import { confirmEmail, invitation, resetLink, setup, signIn, signUp } from './sign-in.ts'
import { speakers } from './speakers.ts'
import { sponsors } from './sponsors.ts'
import { stage } from './stage.ts'
import { surveys } from './surveys.ts'
import { talk } from './talk.ts'
import { time } from './time.ts'
import { viewers } from './viewers.ts'

export const en = {
  account,
  agenda,
  downloads,
  emails,
  embeds,
  errors,
  favorites,
  forms,
  home,
  invitation,
  layout,
  ledgers,
  live,
  names,
  office,
  offline,
  pagination,
  questions,
  confirmEmail,
  resetLink,
  search,
  setup,
  signIn,
  signUp,
  speakers,
  sponsors,
  stage,
  surveys,
  talk,
  time,
  viewers,
}

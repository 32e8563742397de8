// Points, credits, and who may watch.
import type { Messages } from '../messages.ts'
import { number, plural } from './formats.ts'

const credits = (count: number) => plural(count, { one: '# Credit', other: '# Credits' })
const points = (count: number) => plural(count, { one: '# Punkt', other: '# Punkte' })

export const ledgers: Messages['ledgers'] = {
  credits,
  points,
  lock: {
    signIn: 'Anmelden',
    costs: {
      live: (price) => `Diesen Vortrag live anzusehen kostet ${credits(price)}.`,
      replay: (price) => `Die Aufzeichnung anzusehen kostet ${credits(price)}.`,
    },
    balance: (balance) => `Sie haben ${credits(balance)}.`,
    open: (price) => `Für ${credits(price)} ansehen`,
    upcoming: (price) => `Diesen Vortrag anzusehen kostet ${credits(price)}.`,
  },
  open: {
    title: { live: 'Live ansehen', replay: 'Aufzeichnung ansehen' },
    text: {
      live: (talk, price) => [talk, ` live anzusehen kostet ${credits(price)}.`],
      replay: (talk, price) => ['Die Aufzeichnung von ', talk, ` anzusehen kostet ${credits(price)}.`],
    },
    once: 'Sie zahlen nur einmal und können so oft zurückkommen, wie Sie möchten.',
    after: (left) => `Danach haben Sie noch ${credits(left)}.`,
    tooFew: (balance, price) =>
      `Sie haben ${credits(balance)}, dieser Vortrag kostet ${credits(price)}. Bitten Sie das Organisationsteam um weitere Credits.`,
    confirm: (price) => `${credits(price)} einsetzen`,
    decline: 'Nicht jetzt',
    back: 'Zurück zum Vortrag',
  },
  none: 'Noch keine.',
  signed: (amount) => (amount > 0 ? `+${number(amount)}` : number(amount)),
  withMode: (what, mode) => `${what} (${mode})`,
  account: {
    rank: (rank) => `Rang ${number(rank)}`,
    leaderboard: 'Rangliste',
  },
  leaderboard: {
    title: 'Rangliste',
    empty: 'Noch hat niemand Punkte.',
    rank: 'Rang',
    name: 'Name',
    points: 'Punkte',
    you: 'Sie',
    number,
    own: (count) => `Sie haben ${points(count)}.`,
    notListed: 'Sie werden nicht aufgeführt.',
    change: 'Festlegen, ob Sie aufgeführt werden',
  },
  privacy: {
    listed: 'In der Rangliste anzeigen',
    listedHint:
      'Angemeldete Personen sehen Ihren Namen und Ihre Punkte, auch in Ihrem Profil, falls Sie eines haben.',
  },
  pointKinds: {
    watched: 'Vortrag angesehen',
    question: 'Frage gestellt',
    survey: 'Umfrage beantwortet',
    granted: 'Gutgeschrieben',
  },
  creditKinds: { grant: 'Gutgeschrieben', debit: 'Eingesetzt', refund: 'Erstattet' },
  modes: { live: 'live', replay: 'Aufzeichnung' },
}

// Points, credits, and who may watch.
import type { ComponentChildren } from 'preact'
import { number, plural } from './formats.ts'

const credits = (count: number) => plural(count, { one: '# credit', other: '# credits' })
const points = (count: number) => plural(count, { one: '# point', other: '# points' })
type Mode = 'live' | 'replay'

export const ledgers = {
  credits,
  points,
  lock: {
    signIn: 'Sign in',
    costs: {
      live: (price: number) => `Watching this talk live costs ${credits(price)}.`,
      replay: (price: number) => `Watching the replay costs ${credits(price)}.`,
    },
    balance: (balance: number) => `You have ${credits(balance)}.`,
    open: (price: number) => `Watch for ${credits(price)}`,
    upcoming: (price: number) => `Watching this talk costs ${credits(price)}.`,
  },
  open: {
    title: { live: 'Watch live', replay: 'Watch the replay' },
    text: {
      live: (talk: ComponentChildren, price: number) => ['Watching ', talk, ` live costs ${credits(price)}.`],
      replay: (talk: ComponentChildren, price: number) => [
        'Watching the replay of ',
        talk,
        ` costs ${credits(price)}.`,
      ],
    } satisfies Record<Mode, (talk: ComponentChildren, price: number) => ComponentChildren>,
    once: 'You pay once and can come back as often as you like.',
    after: (left: number) => `You will have ${credits(left)} left.`,
    tooFew: (balance: number, price: number) =>
      `You have ${credits(balance)}, and this talk costs ${credits(price)}. Ask the organizers for more.`,
    confirm: (price: number) => `Use ${credits(price)}`,
    decline: 'Not now',
    back: 'Back to the talk',
  },
  none: 'None yet.',
  /** An amount with its sign. */
  signed: (amount: number) => (amount > 0 ? `+${number(amount)}` : number(amount)),
  withMode: (what: string, mode: string) => `${what} (${mode})`,
  account: {
    rank: (rank: number) => `Rank ${number(rank)}`,
    leaderboard: 'Leaderboard',
  },
  leaderboard: {
    title: 'Leaderboard',
    empty: 'Nobody has points yet.',
    rank: 'Rank',
    name: 'Name',
    points: 'Points',
    you: 'You',
    number,
    own: (count: number) => `You have ${points(count)}.`,
    notListed: 'You are not listed.',
    change: 'Choose whether you are listed',
  },
  privacy: {
    listed: 'Show me on the leaderboard',
    listedHint:
      'People who are signed in see your name and your points, also on your profile if you have one.',
  },
  pointKinds: {
    watched: 'Watched a talk',
    question: 'Asked a question',
    survey: 'Answered a survey',
    granted: 'Granted',
  },
  creditKinds: { grant: 'Granted', debit: 'Used', refund: 'Refunded' },
  modes: { live: 'live', replay: 'replay' },
}

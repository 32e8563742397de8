// Points, credits, and who may watch.
import type { Messages } from '../messages.ts'
import { number, plural } from './formats.ts'

const credits = (count: number) => plural(count, { one: '# crédit', other: '# crédits' })
const points = (count: number) => plural(count, { one: '# point', other: '# points' })

export const ledgers: Messages['ledgers'] = {
  credits,
  points,
  lock: {
    signIn: 'Se connecter',
    costs: {
      live: (price) => `Regarder cette conférence en direct coûte ${credits(price)}.`,
      replay: (price) => `Regarder le replay coûte ${credits(price)}.`,
    },
    balance: (balance) => `Vous avez ${credits(balance)}.`,
    open: (price) => `Regarder pour ${credits(price)}`,
    upcoming: (price) => `Regarder cette conférence coûte ${credits(price)}.`,
  },
  open: {
    title: { live: 'Regarder en direct', replay: 'Regarder le replay' },
    text: {
      live: (talk, price) => ['Regarder ', talk, ` en direct coûte ${credits(price)}.`],
      replay: (talk, price) => ['Regarder le replay de ', talk, ` coûte ${credits(price)}.`],
    },
    once: 'Vous payez une seule fois et pouvez revenir aussi souvent que vous le souhaitez.',
    after: (left) => `Il vous restera ${credits(left)}.`,
    tooFew: (balance, price) =>
      `Vous avez ${credits(balance)} et cette conférence coûte ${credits(price)}. Demandez d’autres crédits à l’équipe d’organisation.`,
    confirm: (price) => `Utiliser ${credits(price)}`,
    decline: 'Pas maintenant',
    back: 'Retour à la conférence',
  },
  none: 'Rien pour le moment.',
  signed: (amount) => (amount > 0 ? `+${number(amount)}` : number(amount)),
  withMode: (what, mode) => `${what} (${mode})`,
  account: {
    rank: (rank) => `Rang ${number(rank)}`,
    leaderboard: 'Classement',
  },
  leaderboard: {
    title: 'Classement',
    empty: 'Personne n’a encore de points.',
    rank: 'Rang',
    name: 'Nom',
    points: 'Points',
    you: 'Vous',
    number,
    own: (count) => `Vous avez ${points(count)}.`,
    notListed: 'Vous n’apparaissez pas dans le classement.',
    change: 'Choisir d’y apparaître ou non',
  },
  privacy: {
    listed: 'Apparaître dans le classement',
    listedHint:
      'Les personnes connectées voient votre nom et vos points, également sur votre profil si vous en avez un.',
  },
  pointKinds: {
    watched: 'Conférence regardée',
    question: 'Question posée',
    survey: 'Réponse à un sondage',
    granted: 'Accordés',
  },
  creditKinds: { grant: 'Accordés', debit: 'Utilisés', refund: 'Remboursés' },
  modes: { live: 'direct', replay: 'replay' },
}

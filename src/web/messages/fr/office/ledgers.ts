// Points and credits in the Back Office, and the settings of live talks.
import type { Messages } from '../../messages.ts'
import { plural } from '../formats.ts'

const credits = (count: number) => plural(count, { one: '# crédit', other: '# crédits' })

export const ledgers: Messages['office']['ledgers'] = {
  settings: {
    watching: 'Qui peut regarder les conférences',
    watchingOptions: {
      everyone: 'Tout le monde',
      signed_in: 'Toutes les personnes connectées',
      accepted: 'Uniquement les personnes dont l’inscription est acceptée',
    },
    watchingHint: 'Participer au chat, aux questions ou aux sondages nécessite toujours un compte.',
    chat: 'Chat',
    holdsLinks: 'Retenir les messages contenant des liens jusqu’à leur approbation par la modération',
    heldWords: 'Mots à retenir pour examen',
    heldWordsHint: 'Un par ligne. Les messages contenant l’un de ces mots attendent la modération.',
    points: 'Points',
    watched: 'Pour cinq minutes de visionnage',
    question: 'Pour une question',
    questionHint: 'Une seule question compte par période de cinq minutes.',
    survey: 'Pour une réponse à un sondage',
    pointsHint: '0 désactive une règle. Pour désactiver tous les points, utilisez l’onglet Fonctionnalités.',
    credits: 'Crédits',
    creditsOn: 'Regarder des conférences coûte des crédits',
    creditsHint: 'L’équipe et les participants d’une conférence ne paient jamais.',
    price: 'Prix d’une conférence',
    priceHint: 'En crédits. Chaque conférence peut avoir son propre prix.',
    grant: 'Attribuer des crédits à plusieurs personnes',
  },
  user: {
    credits,
    points: (total) => plural(total, { one: '# point', other: '# points' }),
    off: 'Les points et les crédits sont désactivés. Activez-les dans les paramètres.',
    kind: 'Opération',
    kinds: { grant: 'Attribuer', debit: 'Retirer' },
    amount: 'Crédits',
    note: 'Note',
    noteHint: 'Facultative. La personne la voit.',
    saveCredits: 'Modifier les crédits',
    pointsField: 'Points',
    pointsHint: 'Négatif pour retirer des points.',
    reason: 'Motif',
    reasonHint: 'La personne le voit.',
    savePoints: 'Attribuer des points',
  },
  upload: {
    title: 'Attribuer des crédits',
    intro:
      'Une personne par ligne : l’adresse e-mail, le nombre de crédits et, si vous le souhaitez, une note.',
    file: 'Fichier CSV',
    fileHint: 'Les lignes du fichier sont ajoutées ci-dessous.',
    rows: 'Lignes',
    submit: 'Attribuer les crédits',
    unreadable: 'Les lignes ne sont pas un CSV valide. Vérifiez les guillemets.',
    empty: 'Saisissez au moins une ligne.',
    tooMany: (most) =>
      plural(most, { one: 'Saisissez au plus # ligne.', other: 'Saisissez au plus # lignes.' }),
    notGranted: 'Rien n’a été attribué. Corrigez ces lignes et réessayez :',
    format: (line) => `La ligne ${line} doit contenir une adresse e-mail et un nombre entier de crédits.`,
    refused: (line, why) => `Ligne ${line} : ${why}`,
  },
  price: {
    title: (talk) => `Prix de « ${talk} »`,
    link: 'Prix',
    label: 'Crédits',
    hint: (price) => `Laissez vide pour appliquer le prix de la plateforme (${credits(price)}).`,
  },
}

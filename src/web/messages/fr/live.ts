// What is live about a talk: the chat, and what moderators do.
import type { Messages } from '../messages.ts'
import { plural } from './formats.ts'

export const live: Messages['live'] = {
  label: 'En direct',
  close: 'Fermer',
  refresh: 'Actualiser pour voir les nouveautés',
  connectionLost: 'La connexion est perdue. Reconnexion…',
  newMessages: 'Nouveaux messages :',
  speaker: 'Intervenant',
  team: 'Équipe',
  deletedAccount: 'Compte supprimé',
  chat: {
    heading: 'Chat',
    log: 'Messages',
    empty: 'Aucun message pour le moment. Dites bonjour.',
    earlier: 'Messages précédents',
    earlierTitle: (talk) => `Chat de « ${talk} »`,
    signIn: 'Se connecter pour écrire',
    message: 'Votre message',
    placeholder: 'Écrivez un message',
    send: 'Envoyer',
    pinned: 'Épinglé',
    paused: 'Le chat est en pause.',
    approval: 'Les messages apparaissent une fois approuvés par la modération.',
    slow: (seconds) =>
      `Mode lent : un message toutes les ${plural(seconds, { one: '# seconde', other: '# secondes' })}.`,
    moderate: 'Modérer le chat',
    waiting: (count) => plural(count, { one: '# message à examiner', other: '# messages à examiner' }),
    actions: (name) => `Message de ${name} : répondre, réagir ou signaler`,
    answering: (name) => `Réponse à ${name} :`,
    held: 'En attente de modération',
    removed: (reason) =>
      reason === null
        ? 'La modération a retiré ce message.'
        : `La modération a retiré ce message : ${reason}`,
    reported: (count) => plural(count, { one: 'Signalé # fois', other: 'Signalé # fois' }),
    react: 'Réagir avec',
    bridged: 'Venant d’un autre chat',
    page: {
      title: (name) => `Message de ${name}`,
      back: 'Retour à la conférence',
      answer: 'Répondre',
      answerPlaceholder: 'Écrivez une réponse',
      reactions: 'Réactions',
      deleteOwn: 'Supprimer le message',
      report: 'Signaler',
      reportReason: 'Quel est le problème ? (facultatif)',
      moderation: 'Modération',
      reason: 'Motif (facultatif)',
      reasonHint: 'L’auteur le voit.',
      remove: 'Retirer le message',
      approve: 'Approuver le message',
      pin: 'Épingler le message',
      unpin: 'Désépingler le message',
      mute: 'Rendre muet',
      muteFor: 'Rendre muet pendant',
      minutes: (count) =>
        count % 60 === 0
          ? plural(count / 60, { one: '# heure', other: '# heures' })
          : plural(count, { one: '# minute', other: '# minutes' }),
      wholeEvent: 'tout l’événement',
      removeAll: 'Retirer tous les messages de cette personne',
    },
    moderation: {
      title: 'Modération',
      mode: 'Qui peut écrire',
      modes: {
        open: 'Toute personne ayant un compte',
        approval: 'Tout le monde, après approbation',
        paused: 'Uniquement les intervenants et les modérateurs',
      },
      slowSeconds: 'Secondes entre deux messages d’une personne',
      slowHint:
        '0 désactive le mode lent. Un chat de plus de 50 messages par seconde y passe automatiquement.',
      save: 'Enregistrer',
      review: 'À examiner',
      noneToReview: 'Rien à examiner.',
      mutes: 'Personnes rendues muettes',
      noMutes: 'Personne n’est muet.',
      until: (time) => `jusqu’à ${time}`,
      unmute: 'Rendre la parole',
      pauseAll: 'Mettre tous les chats en pause',
      continueAll: 'Reprendre tous les chats',
      pauseAllHint: 'Met en pause les chats de toutes les conférences de cette plateforme.',
    },
  },
}

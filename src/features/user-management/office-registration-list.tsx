// The list of registrations to review.
import { markdownToText } from '../../kernel/lib/text/markdown.ts'
import { DOT, Joined } from '../../kit/components/joined.tsx'
import { Avatar, displayName, EmailText } from '../../kit/components/person.tsx'
import { Day } from '../../kit/lists/day.tsx'
import type { BulkActions, ListDefinition } from '../../kit/lists/list-definition.ts'
import type { Messages } from '../../kit/messages/messages.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { REGISTRATIONS, SIGN_UPS } from '../../kit/office/paths.ts'
import type { UserRow } from '../people/tables.ts'
import type { RegistrationQuestion } from '../platforms/schema.ts'
import { Answers } from './office-answers.tsx'
import { WaitingBadge } from './office-status-badge.tsx'

type Options = {
  /** The number of sign-ups that wait for their e-mail. */
  signUps: number
  questions: readonly RegistrationQuestion[]
}

export function registrationList(
  { office }: Messages,
  { signUps, questions }: Options,
): ListDefinition<UserRow> {
  const { registrations: texts, lists, signUps: signUpTexts } = office
  return {
    path: REGISTRATIONS,
    title: texts.title,
    count: (count) => lists.counts.registrations({ count }),
    searchHint: texts.searchHint,
    filters: {},
    review: signUps > 0 ? { href: SIGN_UPS, text: signUpTexts.waiting({ count: signUps }) } : undefined,
    columns: [
      {
        name: texts.name,
        sort: { by: 'name', labels: lists.alphabetical },
        isRowHeader: true,
        cell: (user) => <NameCell user={user} />,
      },
      {
        key: 'about',
        name: texts.about,
        isLong: true,
        cell: (user) => <AboutCell user={user} questions={questions} />,
      },
      {
        key: 'created',
        name: texts.created,
        sort: { by: 'created', labels: lists.byAge },
        cell: ({ createdAt }, { zone }) => <Day at={createdAt} zone={zone} />,
      },
    ],
    empty: {
      title: texts.noRegistrations,
      advice: texts.noRegistrationsAdvice,
      noMatches: texts.noMatches,
    },
    bulk: reviewActions(texts),
  }
}

const reviewActions = (texts: Messages['office']['registrations']): BulkActions<UserRow> => ({
  field: 'review',
  columnName: texts.review,
  idOf: ({ id }) => id,
  nameOf: displayName,
  actions: [
    {
      value: 'accepted',
      label: texts.accept,
      labelFor: (name) => texts.acceptNamed({ name }),
      labelForSelected: texts.acceptSelected,
    },
    {
      value: 'rejected',
      label: texts.reject,
      labelFor: (name) => texts.rejectNamed({ name }),
      labelForSelected: texts.rejectSelected,
      isDanger: true,
    },
  ],
})

function NameCell({ user }: { user: UserRow }) {
  return (
    <span class="with-picture">
      <Avatar person={user} />
      <span>
        <a dir="auto" class="row-link" href={`/backoffice/users/${user.id}`}>
          {displayName(user)}
        </a>
        <span class="quiet">
          <EmailText email={user.email} />
        </span>
      </span>
    </span>
  )
}

type AboutProps = { user: UserRow; questions: readonly RegistrationQuestion[] }

function AboutCell({ user, questions }: AboutProps) {
  const { job, company, city, country, status, description } = user
  const about = [job, company, city, country, status]
  return (
    <>
      {about.some(Boolean) ? <Joined texts={about} by={DOT} /> : null} <WaitingBadge user={user} />
      <Answers answers={user.answers} questions={questions} />
      {description ? (
        <span dir="auto" class="quiet">
          {markdownToText(description)}
        </span>
      ) : null}
    </>
  )
}

/** The number of registrations that the previous page reviewed and could not review. */
export type ReviewOutcome = { accepted: number; rejected: number; refused: number; isNoneSelected: boolean }

export function ReviewNotice({ accepted, rejected, refused, isNoneSelected }: ReviewOutcome) {
  const texts = useMessages().office.registrations
  const sentences = [
    accepted > 0 ? texts.accepted({ count: accepted }) : '',
    rejected > 0 ? texts.rejected({ count: rejected }) : '',
    refused > 0 ? texts.refused({ count: refused }) : '',
    isNoneSelected ? texts.noneSelected : '',
  ].filter(Boolean)
  if (sentences.length === 0) return null
  return (
    <div class={refused > 0 || isNoneSelected ? 'notice warning' : 'notice success'} role="status">
      <p>{sentences.join(' ')}</p>
    </div>
  )
}

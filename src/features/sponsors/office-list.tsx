// The list of sponsors.

import { displayName } from '../../kit/components/person.tsx'
import { smallPicture } from '../../kit/components/picture.tsx'
import { Day } from '../../kit/lists/day.tsx'
import type { ListDefinition } from '../../kit/lists/list-definition.ts'
import { Names } from '../../kit/lists/names.tsx'
import type { Messages } from '../../kit/messages/messages.ts'
import { IMPORT, NEW_KEY } from '../../kit/office/paths.ts'
import { type FileColumn, plainColumns, timeCell } from '../../kit/pages/table-files.ts'
import type { OfficeSponsor } from './lists.ts'

const PATH = '/backoffice/sponsors'

/** Values and names of the levels, as options. */
export const levelOptions = (names: readonly string[]) =>
  names.map((name, index) => [String(index + 1), name] as const)

export const sponsorFilters = ({ office: { sponsors: texts } }: Messages, levels: readonly string[]) => ({
  level: {
    label: texts.level,
    all: texts.allLevels,
    options: levelOptions(levels),
  },
})

/** `levels` are the names of the levels, highest first. */
export function sponsorList(messages: Messages, levels: readonly string[]): ListDefinition<OfficeSponsor> {
  const { sponsors: texts, lists, imports } = messages.office
  return {
    path: PATH,
    title: texts.title,
    count: (count) => lists.counts.sponsors({ count }),
    searchHint: texts.searchHint,
    create: { href: `${PATH}/new`, text: texts.form.new },
    isRestorable: true,
    bulkPages: {
      idOf: ({ id }) => id,
      nameOf: ({ name }) => name,
      actions: [
        { path: `${PATH}/edit`, text: lists.editRows, icon: 'pencil' },
        { path: `${PATH}.csv`, text: lists.exportRows, icon: 'download' },
      ],
    },
    import: { href: IMPORT, text: imports.title },
    filters: sponsorFilters(messages, levels),
    columns: [
      {
        name: texts.name,
        sort: { by: 'name', labels: lists.alphabetical },
        isRowHeader: true,
        cell: (sponsor) => <NameCell sponsor={sponsor} />,
      },
      {
        key: 'level',
        name: texts.level,
        isPlain: true,
        sort: { by: 'level', labels: lists.numerical },
        cell: ({ level }) => levels[level - 1],
      },
      {
        key: 'visibility',
        name: texts.visibility,
        isPlain: true,
        isWide: true,
        cell: (sponsor) => visibilityText(sponsor, texts.visible),
      },
      {
        key: 'speakers',
        name: texts.speakers,
        isPlain: true,
        isWide: true,
        onPhone: 'hidden',
        cell: ({ speakers }) => <Names of={speakers} />,
      },
      {
        key: 'updated',
        name: texts.updated,
        isExtra: true,
        sort: { by: 'updated', labels: lists.byAge, startsDescending: true },
        cell: ({ updatedAt }, { zone }) => <Day at={updatedAt} zone={zone} />,
      },
    ],
    empty: {
      title: texts.noSponsors,
      advice: texts.noSponsorsAdvice({
        add: (text) => <a href={`${PATH}/new`}>{text}</a>,
        createKey: (text) => <a href={NEW_KEY}>{text}</a>,
      }),
      noMatches: texts.noMatches,
    },
  }
}

export const sponsorFile: readonly FileColumn<OfficeSponsor>[] = [
  ...plainColumns('id', 'externalId', 'name', 'level', 'logo', 'icon', 'color', 'website'),
  ...plainColumns('hasPage', 'pageContent', 'pageFormat'),
  ['options.displayInLobby', ({ options }) => options.displayInLobby],
  ['options.highlight', ({ options }) => options.highlight],
  ['speakers.name', ({ speakers }) => speakers.map(displayName)],
  ['speakers.email', ({ speakers }) => speakers.map(({ email }) => email)],
  ['createdAt', ({ createdAt }, zone) => timeCell(createdAt, zone)],
  ['updatedAt', ({ updatedAt }, zone) => timeCell(updatedAt, zone)],
]

function NameCell({ sponsor: { id, name, icon, logo } }: { sponsor: OfficeSponsor }) {
  return (
    <span class="with-picture">
      <img src={smallPicture(icon ?? logo, 96)} alt="" loading="lazy" decoding="async" />
      <a dir="auto" class="row-link" href={`${PATH}/${id}`}>
        {name}
      </a>
    </span>
  )
}

function visibilityText(
  { options, hasPage }: OfficeSponsor,
  texts: Messages['office']['sponsors']['visible'],
): string {
  const places = [
    options.highlight ? texts.highlight : '',
    options.displayInLobby ? texts.lobby : '',
    hasPage ? texts.page : '',
  ].filter(Boolean)
  return places.join(', ') || texts.sponsorsPage
}

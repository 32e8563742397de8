// Sponsors as a wall: their logos by level, each on a plate that shows the name until the logo has loaded.

import { smallPicture } from '../../kit/components/picture.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { textOn } from '../../kit/pages/theme.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import { levelNames } from './page-sponsor-levels.ts'
import type { WallLevel } from './public-sponsors.ts'
import type { ListedSponsor } from './public-sponsors-store.ts'

/** The width of the widest plate on sharp screens. */
const PLATE_PIXELS = 704
const NO_COLOR = '#5a5d66'

type WallProps = {
  levels: readonly WallLevel[]
  platform: PlatformRow
  /** The heading level. */
  headingLevel: 2 | 3
}

/** Highlighted sponsors come first in each level. */
export function SponsorWall({ levels, platform, headingLevel }: WallProps) {
  const messages = useMessages()
  const names = levelNames(messages, platform.settings)
  const byRank = (a: ListedSponsor, b: ListedSponsor) =>
    Number(b.options.highlight) - Number(a.options.highlight) || messages.formats.compare(a.name, b.name)
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  return (
    <div class="walls">
      {levels.map(({ level, sponsors }) => (
        <div class={`wall level-${level}`}>
          <Heading class="level-name" id={`level-${level}`}>
            {names[level - 1]}
          </Heading>
          <ul aria-labelledby={`level-${level}`}>
            {sponsors.toSorted(byRank).map((sponsor) => (
              <SponsorTile sponsor={sponsor} />
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

/** Links to the page of the sponsor, or to its website. The logo shows the name, which is only read out. */
export function SponsorTile({ sponsor }: { sponsor: ListedSponsor }) {
  return (
    <li class="sponsor">
      <SponsorPlate sponsor={sponsor} />
      <p class="sponsor-name">
        <SponsorLink sponsor={sponsor} />
      </p>
    </li>
  )
}

type Plated = Pick<ListedSponsor, 'name' | 'logo' | 'color'>

/** The logo. Until it has loaded, or if it fails to load, the name on the color of the sponsor. */
export function SponsorPlate({ sponsor: { name, logo, color } }: { sponsor: Plated }) {
  const ground = color ?? NO_COLOR
  return (
    <span class={`plate ${textOn(ground) === '#ffffff' ? 'on-dark' : 'on-light'}`} aria-hidden="true">
      <svg class="plate-color" aria-hidden="true" focusable="false">
        <rect width="100%" height="100%" fill={ground} />
      </svg>
      <span dir="auto" class="plate-name">
        {name}
      </span>
      <span class="plate-logo">
        <img src={smallPicture(logo, PLATE_PIXELS)} alt={name} loading="lazy" decoding="async" />
      </span>
    </span>
  )
}

export function SponsorIcon({ icon }: { icon: string | null }) {
  if (icon === null) return null
  return (
    <img class="sponsor-icon" src={smallPicture(icon, 40)} alt="" width="20" height="20" loading="lazy" />
  )
}

type Linked = Pick<ListedSponsor, 'id' | 'name' | 'hasPage' | 'website'>

/** The name of a sponsor, as a link to its page or its website if it has one. */
export function SponsorLink({ sponsor: { id, name, hasPage, website } }: { sponsor: Linked }) {
  if (hasPage)
    return (
      <a dir="auto" href={`/sponsors/${id}`}>
        {name}
      </a>
    )
  if (website === null) return <bdi>{name}</bdi>
  return (
    <a dir="auto" href={website} rel="noopener">
      {name}
    </a>
  )
}

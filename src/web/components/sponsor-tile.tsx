// A sponsor as part of a wall: the logo before a plate in its colour, the icon and the name.
import type { ListedSponsor } from '../../store/site/sponsors.ts'
import { textOn } from '../pages/theme.ts'

const NO_COLOR = '#5a5d66'

/** An item of a wall. It leads to the page of the sponsor, else to its website. */
export function SponsorTile({ sponsor }: { sponsor: ListedSponsor }) {
  const className = `sponsor level-${sponsor.level}${sponsor.options.highlight ? ' highlight' : ''}`
  return (
    <li class={className}>
      <SponsorPlate sponsor={sponsor} />
      <p class="sponsor-name">
        <SponsorIcon icon={sponsor.icon} />
        <SponsorLink sponsor={sponsor} />
      </p>
    </li>
  )
}

type Plated = Pick<ListedSponsor, 'name' | 'logo' | 'color'>

/** The logo; until it is there, or where it cannot be had, the name on the colour of the sponsor. */
export function SponsorPlate({ sponsor: { name, logo, color } }: { sponsor: Plated }) {
  const ground = color ?? NO_COLOR
  return (
    <span class={`plate ${textOn(ground) === '#ffffff' ? 'on-dark' : 'on-light'}`} aria-hidden="true">
      <svg class="plate-color" aria-hidden="true" focusable="false">
        <rect width="100%" height="100%" fill={ground} />
      </svg>
      <span class="plate-name">{name}</span>
      <span class="plate-logo">
        <img src={logo} alt={name} loading="lazy" decoding="async" />
      </span>
    </span>
  )
}

export function SponsorIcon({ icon }: { icon: string | null }) {
  if (icon === null) return null
  return <img class="sponsor-icon" src={icon} alt="" width="20" height="20" loading="lazy" />
}

type Linked = Pick<ListedSponsor, 'id' | 'name' | 'hasPage' | 'website'>

/** The name of a sponsor, leading to its page, else to its website, else nowhere. */
export function SponsorLink({ sponsor: { id, name, hasPage, website } }: { sponsor: Linked }) {
  if (hasPage) return <a href={`/sponsors/${id}`}>{name}</a>
  if (website === null) return <>{name}</>
  return (
    <a href={website} rel="noopener">
      {name}
    </a>
  )
}

// A sponsor as part of a wall: the logo on a plate in its color, the icon, and the name.
import type { ListedSponsor } from '../../store/site/sponsors.ts'
import { textOn } from '../pages/theme.ts'

const NO_COLOR = '#5a5d66'

/** An item of a wall. It links to the page of the sponsor, or to its website. */
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

/** The logo. Until it has loaded, and if it fails to load, the name on the color of the sponsor. */
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

/** The name of a sponsor, as a link to its page or its website if it has one. */
export function SponsorLink({ sponsor: { id, name, hasPage, website } }: { sponsor: Linked }) {
  if (hasPage) return <a href={`/sponsors/${id}`}>{name}</a>
  if (website === null) return <>{name}</>
  return (
    <a href={website} rel="noopener">
      {name}
    </a>
  )
}

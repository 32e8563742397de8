// The attributes that a column can contain, and the usual names of such columns.

import type { ItemKind } from '../programme.ts'

/**
 * How a cell is read, and what an empty one means: `needed` must not be empty, `text` clears the attribute, `plain` is an
 * empty text, `kept` leaves the attribute unchanged, `yes` means no, and a `list` has no entries.
 */
export type CellKind = 'needed' | 'text' | 'plain' | 'kept' | 'yes' | 'list' | 'integer' | 'time'

export type Attribute = {
  kind: CellKind
  /** In lowercase, with only letters and digits. The best match comes first. */
  names: string[]
}

export type Attributes = Record<string, Attribute>

const attribute = (kind: CellKind, names = ''): Attribute => ({
  kind,
  names: names.split(' ').filter((name) => name !== ''),
})

const id = 'externalid id code ref reference key guid uuid'
const biography = 'description bio biography about shortbio'
const avatar = 'avatar avatarurl photo photourl picture profilepicture image'
const company = 'company companyname organization organisation employer affiliation'
const job = 'job jobtitle position role tagline'
const surname = 'lastname surname familyname'
const givenName = 'firstname givenname forename'

const talks: Attributes = {
  externalId: attribute('needed', `${id} sessionid talkid eventid proposalid submissionid sessioncode`),
  title: attribute('needed', 'title talktitle sessiontitle proposaltitle eventtitle talk session'),
  description: attribute('plain', 'description abstract summary synopsis'),
  details: attribute('text', 'details longdescription fulldescription'),
  date: attribute('time', 'date day startdate'),
  start: attribute('time', 'start starts startsat starttime startat scheduledat begin begins time from'),
  end: attribute('time', 'end ends endsat endtime endat finish to until'),
  duration: attribute('kept', 'duration durationminutes durationmin durationinminutes length minutes'),
  timezone: attribute('text', 'timezone tz'),
  track: attribute('text', 'track assignedtrack trackname'),
  tags: attribute('list', 'tags tag keywords topics sessiontype sessionformat submissiontype format level'),
  hiddenTags: attribute('list', 'hiddentags room roomname location hall stage language'),
  type: attribute('kept', 'videotype streamtype'),
  video: attribute('text', 'video videourl stream streamurl'),
  image: attribute('text', 'image imageurl picture'),
  links: attribute('list', 'links link url website'),
  featured: attribute('yes', 'featured'),
  recommended: attribute('yes', 'recommended'),
  keynote: attribute('yes', 'keynote iskeynote'),
  available: attribute('yes', 'available'),
  'features.chat': attribute('yes'),
  'features.questions': attribute('yes'),
  'features.surveys': attribute('yes'),
  'features.viewersCount': attribute('yes'),
  'features.viewersList': attribute('yes'),
  'features.rewardsEarning': attribute('yes'),
  'features.freeLive': attribute('yes'),
  'features.freeReplay': attribute('yes'),
}

const people: Attributes = {
  externalId: attribute('needed', `${id} userid personid speakerid attendeeid contactid customerid crmid`),
  email: attribute('needed', 'email emailaddress mail'),
  name: attribute('needed', 'name fullname displayname speakername'),
  firstName: attribute('needed', givenName),
  lastName: attribute('needed', surname),
  type: attribute('kept', 'type'),
  username: attribute('kept', 'username'),
  avatar: attribute('text', avatar),
  description: attribute('text', biography),
  job: attribute('text', `${job} title`),
  company: attribute('text', company),
  tags: attribute('list', 'tags tag'),
  timezone: attribute('text', 'timezone tz'),
  country: attribute('text', 'country'),
  city: attribute('text', 'city town'),
  status: attribute('text', 'status employment'),
  website: attribute('text', 'website homepage url blog'),
  'socials.facebook': attribute('text', 'facebook'),
  'socials.linkedin': attribute('text', 'linkedin'),
  'socials.twitter': attribute('text', 'twitter x'),
  'socials.youtube': attribute('text', 'youtube'),
  'options.highlight': attribute('yes', 'highlight highlighted'),
  'options.endRegistration': attribute('yes', 'endregistration'),
}

const sponsors: Attributes = {
  externalId: attribute('needed', `${id} sponsorid companyid crmid`),
  name: attribute('needed', 'name sponsor sponsorname company companyname'),
  logo: attribute('needed', 'logo logourl'),
  level: attribute('integer', 'level tier'),
  hasPage: attribute('yes', 'haspage'),
  pageContent: attribute('text', 'pagecontent'),
  website: attribute('text', 'website url homepage'),
  icon: attribute('text', 'icon iconurl'),
  color: attribute('text', 'color colour'),
  'options.displayInLobby': attribute('yes', 'displayinlobby lobby'),
  'options.highlight': attribute('yes', 'highlight highlighted'),
}

export const attributesOf: Record<ItemKind, Attributes> = { talks, people, sponsors }

/** Attributes of a speaker or moderator, in columns such as “Speaker 2 e-mail”. */
export const personAttributes: Attributes = {
  name: attribute('text', 'name names fullname fullnames'),
  email: attribute('text', 'email emails emailaddress emailaddresses mail mails'),
  firstName: attribute('text', givenName),
  lastName: attribute('text', surname),
  description: attribute('text', `${biography} bios`),
  avatar: attribute('text', avatar),
  job: attribute('text', `${job} title`),
  company: attribute('text', `${company} companies`),
}

export const simplified = (header: string): string => header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

// Content of long words, and the paths of the pages that show it.
import { expect } from 'vitest'
import { changeSettings } from '../../src/features/platforms/platforms.ts'
import { get, put, type Tenant } from '../support/scenarios.ts'
import { personNamed, type Site, signInAtSite } from '../support/sites.ts'
import type { Write } from './demo-pages.ts'

type WordySite = Pick<Site, 'tenant' | 'host'>

const WORD = 'Rechtsschutzversicherungsgesellschaften'
export const ENDLESS = 'm'.repeat(75)
const ADDRESS = `https://${'a'.repeat(60)}.example.org/`

/** Within the limits of every text of the demo content. */
export const inLongWords: Write = (text) => `${text.slice(0, 15)} ${ENDLESS.slice(0, 40)}`

/** Talks, people, a sponsor, a chat, questions, and a survey, each with long words in every text. */
export async function addWordyContent(site: WordySite): Promise<{ guest: string[]; staff: string[] }> {
  const { tenant } = site
  await changeSettings(tenant.api.installation, tenant.caller, { name: `${WORD} ${WORD}`, venue: ENDLESS })
  const person = personNamed('Ada', ENDLESS, {
    email: `${'m'.repeat(60)}@example.org`,
    ...{ username: `ada.${ENDLESS}`, job: ENDLESS, company: WORD, description: ENDLESS },
    ...{ tags: [ENDLESS.slice(0, 60)], highlighted: true },
  })
  const addTalk = async (title: string, more: object): Promise<string> => {
    const body = {
      ...{ title, description: `${WORD} ${ENDLESS}`, start: '2027-03-01T12:00:00Z' },
      ...{ speakers: [person], moderators: [person], featured: true, recommended: true },
      ...{ tags: [ENDLESS.slice(0, 60), WORD], links: [{ label: ENDLESS, url: ADDRESS }] },
      ...{ type: 'external', video: ADDRESS, ...more },
    }
    return (await put(tenant, `/talks/ext:${encodeURIComponent(title)}`, body)).id
  }
  // Free, so that everybody sees its live content.
  const features = { freeLive: true, freeReplay: true }
  const id = await addTalk(`${WORD} heute`, { track: ENDLESS.slice(0, 60), keynote: true, features })
  const later = { start: '2027-03-01T13:00:00Z' }
  await addTalk(ENDLESS, { ...later, track: WORD, duration: 1440 })
  await addTalk(`${WORD} ${ENDLESS}`, { ...later, track: 'Short' })
  await addCrowdedTalk(tenant)
  const survey = await addLiveContent(site, id)
  const { id: sponsor } = await put(tenant, '/sponsors/ext:wordy', {
    ...{ name: `${WORD} ${ENDLESS}`, logo: 'https://static.example.org/logo.png', level: 3 },
    ...{ hasPage: true, pageContent: `<h2>${ENDLESS}</h2><p>${WORD}${ENDLESS}</p>`, website: ADDRESS },
    ...{ speakers: [person], options: { highlight: true, displayInLobby: true } },
  })
  const { id: speaker } = (await get(tenant, `/talks/${id}`)).speakers[0]
  const live = ['chat', 'questions', 'surveys'].map((tab) => `/talks/${id}?from=${tab}#${tab}`)
  return {
    guest: [
      ...['/agenda?day=2027-03-01', '/agenda?view=list&day=2027-03-01', `/agenda?q=${WORD}`],
      ...[`/talks/${id}`, `/talks/${id}/stage`, ...live, `/surveys/${survey}`],
      ...[`/speakers/${speaker}`, `/sponsors/${sponsor}`],
    ],
    staff: [
      ...[`/talks/${id}`, `/talks/${id}/history`, `/talks/${id}/delete`],
      ...[`/users/${speaker}`, `/users/${speaker}/delete`, `/sponsors/${sponsor}`, `/surveys/${survey}`],
      '/talks?q=Donau&sort=-title&type=youtube&deleted=01890000-0000-7000-8000-000000000000',
    ]
      .map((path) => `/backoffice${path}`)
      .concat(live, `/talks/${id}/moderation`, `/surveys/${survey}`),
  }
}

/** Many speakers, and the longest name of a time zone. */
async function addCrowdedTalk(tenant: Tenant): Promise<void> {
  const names = ['Ada', 'Béatrice', 'Cornelius', 'Dagny', 'Evangelina'].map((name) =>
    personNamed(name, `Featherstonehaugh-${name}`),
  )
  await put(tenant, '/talks/ext:crowded', {
    title: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen',
    ...{ description: '', start: '2027-03-01T12:00:00Z', speakers: names, type: 'youtube' },
    ...{ tags: ['accessibility', 'internationalization'], timezone: 'America/Argentina/ComodRivadavia' },
    track: 'Infrastructureandoperationswithoutanyspaces',
  })
  await put(tenant, '/sponsors/ext:long', {
    ...{ name: 'A sponsor with a rather long name', level: 3 },
    logo: 'https://static.example.org/logo.png',
  })
}

/** A chat, a question on stage, and a survey with results. Returns the id of the survey. */
async function addLiveContent(site: WordySite, id: string): Promise<string> {
  const api = async (method: string, path: string, body: object = {}) => {
    const answer = await site.tenant.send(method, path, { body })
    expect([200, 201], answer.text).toContain(answer.status)
    return String(answer.body.id)
  }
  const label = ENDLESS.slice(0, 60)
  const pinnedMessageId = await api('POST', `/talks/${id}/messages`, { label, text: ENDLESS })
  await api('POST', `/talks/${id}/messages`, { label, text: ADDRESS, replyTo: pinnedMessageId })
  const question = await api('POST', `/talks/${id}/questions`, { label, text: ENDLESS })
  const stage = { kind: 'question', id: question }
  await api('PUT', `/talks/${id}/live`, { pinnedMessageId, stage })
  await api('POST', `/talks/${id}/questions`, { label, text: `${WORD} ${ENDLESS}` })
  const survey = await api('POST', '/surveys', {
    ...{ title: `${WORD} ${ENDLESS}`, description: ENDLESS, talkId: id },
    questions: [
      { kind: 'single', text: `${WORD} ${ENDLESS}`, options: [`${WORD} ${WORD} ${WORD}`, ENDLESS] },
      { kind: 'scale', text: ENDLESS, scale: { min: 1, max: 10, minLabel: WORD, maxLabel: WORD } },
      { kind: 'text', text: ENDLESS },
    ],
  })
  await api('POST', `/surveys/${survey}/open`)
  const person = await signInAtSite(site, 'attendee', { lastName: ENDLESS })
  await person.post(`/surveys/${survey}/answers`, {
    'answers/0': '0',
    'answers/1': '4',
    'answers/2': ENDLESS,
  })
  return survey
}

// Long words do not make a page wider than the screen, on a phone or a desktop.
import { expect, test } from 'vitest'
import { changeSettings } from '../../src/domain/platforms/platforms.ts'
import { get, useApi } from '../support/scenarios.ts'
import { useBrowser } from '../support/screens.ts'
import { createSite, personNamed, signInAtSite } from '../support/sites.ts'

const server = useApi({ store: 'sqlite' })
const browser = useBrowser()

const WORD = 'Rechtsschutzversicherungsgesellschaften'
const ENDLESS = 'm'.repeat(75)
const ADDRESS = `https://${'a'.repeat(60)}.example.org/`

/** A site whose texts are all long words, and the paths of its pages. */
async function wordySite() {
  const site = await createSite(server)
  const { installation } = site.tenant.api
  await changeSettings(installation, site.tenant.caller, { name: `${WORD} ${WORD}`, venue: ENDLESS })
  const person = personNamed('Ada', ENDLESS, {
    email: `${'m'.repeat(60)}@example.org`,
    ...{ username: `ada.${ENDLESS}`, job: ENDLESS, company: WORD, description: ENDLESS },
    ...{ tags: [ENDLESS.slice(0, 60)], highlighted: true },
  })
  const talk = (title: string, track: string, more: object = {}) =>
    site.talk(title, {
      ...{ track, description: `${WORD} ${ENDLESS}`, speakers: [person], moderators: [person] },
      ...{ tags: [ENDLESS.slice(0, 60), WORD], links: [{ label: ENDLESS, url: ADDRESS }] },
      ...{ featured: true, recommended: true, type: 'external', video: ADDRESS },
      ...more,
    })
  const id = await talk(`${WORD} heute`, ENDLESS.slice(0, 60), { keynote: true })
  await talk(ENDLESS, WORD, { start: '2027-03-01T13:00:00Z', duration: 1440 })
  await talk(`${WORD} ${ENDLESS}`, 'Short', { start: '2027-03-01T13:00:00Z' })
  const survey = await addLiveContent(site, id)
  const sponsor = await site.sponsor(`${WORD} ${ENDLESS}`, {
    ...{ hasPage: true, pageContent: `<h2>${ENDLESS}</h2><p>${WORD}${ENDLESS}</p>`, website: ADDRESS },
    ...{ speakers: [person], options: { highlight: true, displayInLobby: true } },
  })
  const { id: speaker } = (await get(site.tenant, `/talks/${id}`)).speakers[0]
  const guest = [
    ...['/', '/agenda', '/agenda?view=list', `/agenda?q=${WORD}`, '/speakers', '/sponsors'],
    ...[
      `/talks/${id}`,
      `/talks/${id}/stage`,
      `/surveys/${survey}`,
      `/speakers/${speaker}`,
      `/sponsors/${sponsor}`,
      '/sign-in',
    ],
    ...['/embed/agenda', '/embed/speakers', '/nothing/here'],
  ]
  const office = [
    ...[
      '',
      '/talks',
      '/speakers',
      '/sponsors',
      '/users',
      '/registrations',
      '/audit',
      '/requests',
      '/settings',
    ],
    ...['/settings/advanced', '/settings/webhooks', `/talks/${id}`, `/talks/${id}/history`],
    ...['/surveys', `/surveys/${survey}`],
    ...[`/talks/${id}/delete`, `/sponsors/${sponsor}`, `/users/${speaker}`, `/users/${speaker}/delete`],
  ].map((path) => `/backoffice${path}`)
  const live = ['chat', 'questions', 'surveys'].map((tab) => `/talks/${id}?from=${tab}#${tab}`)
  const signedIn = [...live, `/talks/${id}/moderation`, `/surveys/${survey}`, '/leaderboard']
  return {
    site,
    guest: [...guest, ...live],
    office: [...office, ...signedIn, '/account', '/account/profile'],
  }
}

/** A chat, a question on stage, and a survey with results. Returns the id of the survey. */
async function addLiveContent(site: Awaited<ReturnType<typeof createSite>>, id: string): Promise<string> {
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

const views = [
  ['a phone', { width: 390, height: 844 }],
  ['a desktop', { width: 1280, height: 900 }],
] as const

test.each(views)('no page is wider than the screen of %s', async (_name, viewport) => {
  const { site, guest, office } = await wordySite()
  const signedIn = await signInAtSite(site, 'owner', { lastName: ENDLESS })
  const seen = [
    { screen: await browser.screen(site, { viewport }), paths: guest },
    { screen: await browser.screen(site, { viewport, signedIn }), paths: office },
  ]
  const wide: string[] = []
  for (const { screen, paths } of seen)
    for (const path of paths) {
      expect([path, await screen.open(path)]).toEqual([path, path === '/nothing/here' ? 404 : 200])
      const by = await screen.page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return scrollWidth - clientWidth
      })
      if (by > 0) wide.push(`${path} by ${by}`)
    }
  expect(wide).toEqual([])
})

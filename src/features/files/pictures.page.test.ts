// Uploaded pictures on pages, and their addresses outside of pages.
import { expect, test } from 'vitest'
import { pdf, png } from '../../../test/support/pictures.ts'
import { useApi } from '../../../test/support/scenarios.ts'
import { createSite, personNamed } from '../../../test/support/sites.ts'

const server = useApi()

test('uploaded pictures are in the page in all sizes, and have absolute addresses in feeds and links', async () => {
  const site = await createSite(server)
  const upload = async (type: string, raw: Buffer): Promise<string> =>
    (await site.tenant.send('POST', '/files', { raw, headers: { 'content-type': type } })).body.path
  const picture = await upload('image/png', await png({ width: 1000, height: 500 }))
  const slides = await upload('application/pdf', pdf())
  const base = picture.replace('-1000x500.webp', '')
  await site.change({ logo: picture, banner: picture })
  const id = await site.talk('Pictured', {
    start: '2027-03-02T12:00:00Z',
    image: picture,
    files: [{ label: 'Slides', url: slides }],
    speakers: [{ ...personNamed('Ada', 'Sample'), avatar: picture }],
  })
  const { text } = await site.open(`/talks/${id}`)
  const sources = (format: string) =>
    `srcset="${base}-320x160.${format} 320w, ${base}-800x400.${format} 800w, ${base}-1000x500.${format} 1000w"`
  expect(text).toContain(`<source type="image/avif" ${sources('avif')}`)
  expect(text).toMatch(new RegExp(`<img [^>]*${sources('webp')}[^>]* width="1000" height="500"`))
  expect(text).toContain(`<img class="avatar" src="${base}-320x160.webp"`)
  expect(text).toMatch(new RegExp(`<img src="${base}-320x160.webp" alt="own-\\d+" height="32" width="64"/>`))
  const origin = /<link rel="canonical" href="(https:\/\/[^/]+)/.exec(text)?.[1]
  expect(text).toContain(`<meta property="og:image" content="${origin}${picture}"/>`)

  const json = JSON.parse((await site.open('/schedule.json')).text).schedule.conference
  const [event] = json.days[0].rooms[Object.keys(json.days[0].rooms)[0] ?? '']
  const absolute = `${origin}${picture}`
  expect([json.logo, event.logo, event.persons[0].avatar, event.attachments]).toEqual([
    absolute,
    absolute,
    absolute,
    [{ title: 'Slides', url: `${origin}${slides}` }],
  ])
  const xml = (await site.open('/schedule.xml')).text
  expect(xml).toContain(`<logo>${absolute}</logo>`)
  expect(xml).toContain(`<attachment href="${origin}${slides}">Slides</attachment>`)
})

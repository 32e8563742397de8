// The cards with which other sites show links, and the icons of the site.
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/scenarios.ts'
import { createSite, personNamed, signInAtSite } from '../../../test/support/sites.ts'

const server = useApi()
const PICTURE = 'https://static.example.org/talk.jpg'

const imageOf = ({ text }: { text: string }) => /<meta property="og:image" content="([^"]*)"/.exec(text)?.[1]

test('a page without a picture of its own has a drawn card of 1200 by 630 pixels', async () => {
  const site = await createSite(server)
  const origin = `https://${site.host}`
  const own = await site.talk('Own', { image: PICTURE })
  const drawn = await site.talk('Drawn', { speakers: [personNamed('Ada', 'Sample', { avatar: PICTURE })] })
  expect(imageOf(await site.open(`/talks/${own}`))).toBe(PICTURE)
  expect(imageOf(await site.open(`/talks/${drawn}`))).toBe(`${origin}/talks/${drawn}/card.png`)
  expect(imageOf(await site.open('/'))).toBe(`${origin}/card.png`)
  expect(imageOf(await site.open('/agenda'))).toBe(`${origin}/agenda/card.png`)
  await site.change({ banner: PICTURE })
  expect(imageOf(await site.open('/'))).toBe(PICTURE)
  for (const path of ['/card.png', '/agenda/card.png', `/talks/${drawn}/card.png`, '/icon-512.png']) {
    const { headers, bytes } = await site.visitor.get(path)
    expect([path, headers['content-type']]).toEqual([path, 'image/png'])
    const { format, width, height } = await sharp(bytes).metadata()
    const size = path.startsWith('/icon') ? [512, 512] : [1200, 630]
    expect([path, format, width, height]).toEqual([path, 'png', ...size])
    expect(bytes.length).toBeLessThan(100_000)
  }
})

test('a card is drawn again only if something on it changes', async () => {
  const site = await createSite(server)
  const path = `/talks/${await site.talk('Talk', { title: 'Before' })}/card.png`
  const first = await site.visitor.get(path)
  const again = await site.visitor.get(path, { headers: { 'if-none-match': first.headers.etag ?? '' } })
  expect(again.status).toBe(304)
  await site.talk('Talk', { title: 'Before', description: 'Not on it' })
  expect((await site.visitor.get(path)).headers.etag).toBe(first.headers.etag)
  await site.talk('Talk', { title: 'After' })
  const changed = await site.visitor.get(path)
  expect(changed.headers.etag).not.toBe(first.headers.etag)
  expect(changed.bytes.equals(first.bytes)).toBe(false)
})

test('any title can be drawn, and drafts have no card, not even for staff', async () => {
  const site = await createSite(server)
  const titles = ['<b>&amp;</b>\u200f', 'م'.repeat(140), 'Wort'.repeat(35), '你好 👋', '·']
  for (const title of titles) {
    const { bytes } = await site.visitor.get(`/talks/${await site.talk('Any', { title })}/card.png`)
    expect((await sharp(bytes).metadata()).width).toBe(1200)
  }
  const owner = await signInAtSite(site, 'owner')
  const id = await site.talk('Draft', { state: 'draft' })
  expect((await owner.get(`/talks/${id}/card.png`)).status).toBe(404)
})

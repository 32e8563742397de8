// The sponsors of the demo, three of them with their own page. All are fictional.
import type { SponsorBody } from '../features/sponsors/schema.ts'
import { mentionsOf, type PersonKey } from './people.ts'

type DemoSponsor = Omit<SponsorBody, 'externalId' | 'logo' | 'icon' | 'website' | 'speakers'> & {
  key: string
  name: string
  level: number
  speakers: readonly PersonKey[]
}

export const sponsors = [
  {
    key: 'brass-otter',
    name: 'The Brass Otter Foundry',
    level: 1,
    color: '#8a5a14',
    hasPage: true,
    pageContent:
      '<h2>We pour brass and write firmware</h2><p>In that order, and never in the same room. The <strong>Brass Otter Foundry</strong> has made handles, hinges, and small reliable computers since the last flood.</p><ul><li>Come to our bench and <em>file your own otter</em>.</li><li>Ask Priya about error messages.</li><li>Ask Ravi whether your backup restores.</li></ul><p><a href="https://brass-otter.example.com/">Visit the foundry</a></p>',
    speakers: ['lucia', 'ravi'],
    options: { displayInLobby: true, highlight: true },
  },
  {
    key: 'paper-lighthouse',
    name: 'Paper Lighthouse',
    level: 2,
    color: '#1f4e8c',
    hasPage: true,
    pageContent:
      '<h2>Light, folded</h2><p>We help publishers make things that people read to the end. This year our team captions every talk live, and keeps a lamp lit for everyone watching at night.</p><blockquote>“I followed the whole day from a tent.” <cite>a guest, last year</cite></blockquote>',
    speakers: ['alofa', 'sunniva'],
    options: { displayInLobby: true, highlight: true },
  },
  {
    key: 'ninefold-kettle',
    name: 'Ninefold Kettle',
    level: 2,
    color: '#a3341f',
    speakers: ['fatou'],
    options: { displayInLobby: true },
  },
  {
    key: 'tuesday-orchard',
    name: 'Tuesday Orchard',
    level: 3,
    color: '#4d7a1e',
    hasPage: true,
    pageContent:
      '<p>Software for orchards, picked when ripe. Look for the basket of apples by the stairs. Benedikt is holding a meeting there.</p>',
    speakers: ['benedikt'],
    options: { highlight: true },
  },
  { key: 'gantry-moss', name: 'Gantry & Moss', level: 3, color: '#35524a', speakers: [] },
  {
    key: 'second-pencil',
    name: 'Second Pencil',
    level: 4,
    color: '#d08a00',
    speakers: ['babajide'],
    options: { displayInLobby: true },
  },
  { key: 'oxbow', name: 'Oxbow Clockworks', level: 5, color: '#5a4a78', speakers: [] },
  { key: 'larkhaven', name: 'Public Library of Larkhaven', level: 5, speakers: [] },
] as const satisfies readonly DemoSponsor[]

export type SponsorKey = (typeof sponsors)[number]['key']

/** The request body of a sponsor with this logo. */
export const bodyOf = ({ key, speakers, ...plain }: DemoSponsor, logo: string): SponsorBody => ({
  ...plain,
  logo,
  website: `https://${key}.example.com/`,
  speakers: mentionsOf(speakers),
})

// The page of all components, which shows what exists and how it looks: https://localhost:8443/__dev/components while
// `npm run dev` runs. A test compares its screenshots.
import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { Cover } from '../../../src/features/files/page-cover.tsx'
import { defaultSettings } from '../../../src/features/platforms/default-settings-schema.ts'
import { PersonCard } from '../../../src/features/speakers/page-person-card.tsx'
import { SponsorPlate } from '../../../src/features/sponsors/page-sponsor-tile.tsx'
import { TalkCard } from '../../../src/features/talks/programme/page-talk-card.tsx'
import { Copyable } from '../../../src/kit/components/copyable.tsx'
import { Empty } from '../../../src/kit/components/empty.tsx'
import { Check, Choice, Field, ProblemSummary, Radio } from '../../../src/kit/components/form-fields.tsx'
import { OpenedForm } from '../../../src/kit/components/form-layout.tsx'
import { Icon, type IconName } from '../../../src/kit/components/icon.tsx'
import { icons } from '../../../src/kit/components/icons.ts'
import { MoreMenu } from '../../../src/kit/components/more-menu.tsx'
import { NumberedPager } from '../../../src/kit/components/pager.tsx'
import { Avatar, Faces } from '../../../src/kit/components/person.tsx'
import { messagesFor } from '../../../src/kit/messages/messages.ts'
import { MessagesProvider } from '../../../src/kit/messages/use-messages.tsx'
import { assetPath } from '../../../src/kit/pages/assets.ts'
import { themedPath } from '../../../src/kit/pages/theme.ts'
import { StarForm, type Stars, StarsContext } from '../../../src/kit/site/star.tsx'
import { NOW, people, talk, ZONE } from './samples.ts'

/** The document. Its styles are those of the server at the same address. */
export function renderComponents(): string {
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Components</title>
        <link rel="stylesheet" href={themedPath('site.css', defaultSettings)} />
        <link rel="stylesheet" href={assetPath('forms.css')} />
        <link rel="stylesheet" href={assetPath('office-lists.css')} />
        <link rel="stylesheet" href={assetPath('office-forms.css')} />
      </head>
      <body>
        <main class="wrap">
          <h1>Components</h1>
          <Components />
        </main>
      </body>
    </html>
  )
  return `<!doctype html>${renderToString(<MessagesProvider messages={messagesFor('en')}>{page}</MessagesProvider>)}`
}

function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function Components() {
  return (
    <>
      <Section title="Type">
        <h1>Heading 1</h1>
        <h2>Heading 2</h2>
        <h3>Heading 3</h3>
        <p>
          Text with a <a href="/agenda">link to the agenda</a>, <strong>strong</strong> and{' '}
          <em>emphasized</em> words, and <code>code</code>.
        </p>
        <p class="quiet">Secondary text.</p>
      </Section>
      <Section title="Colors">
        <Swatches
          names={['surface', 'surface-raised', 'surface-sunken', 'border', 'border-strong', 'text', 'muted']}
        />
        <Swatches names={['accent', 'accent-soft', 'success', 'warning', 'danger', 'info', 'live']} />
      </Section>
      <Section title="Buttons">
        <p class="actions">
          <button type="button" class="button primary large">
            <Icon name="play" />
            Large
          </button>
          <button type="button" class="button primary">
            Primary
          </button>
          <button type="button" class="button">
            Button
          </button>
          <button type="button" class="button plain">
            Plain
          </button>
          <button type="button" class="button danger">
            Delete
          </button>
          <button type="button" class="button" disabled>
            Disabled
          </button>
        </p>
      </Section>
      <Section title="Badges and notices">
        <p class="marks">
          <span class="badge">Badge</span> <span class="badge accent">Accent</span>{' '}
          <span class="badge success">Success</span> <span class="badge warning">Warning</span>{' '}
          <span class="badge danger">Danger</span> <span class="badge info">Info</span>{' '}
          <span class="badge phase-live">Live now</span>
        </p>
        {(['success', 'info', 'warning', 'danger'] as const).map((status) => (
          <div class={`notice ${status}`}>
            <p>
              A notice about something that has happened, with a <a href="/agenda">link to the agenda</a>.
            </p>
          </div>
        ))}
      </Section>
      <Section title="Fields">
        <ProblemSummary message="Check 1 field." problems={PROBLEMS}>
          <Field name="title" label="Title" value="Arrows People Follow" hint="As on the page." isRequired />
          <Field name="email" label="E-mail" type="email" value="not an address" problems={PROBLEMS} />
          <Field name="description" label="Description" rows={3} value={'Two\nlines'} />
          <Choice name="kind" label="Kind" value="talk" options={KINDS} />
          <Check name="keynote" label="Keynote" isOn hint="Shown larger." />
          <Radio name="scheme" label="Light" value="light" isOn />
          <Radio name="scheme" label="Dark" value="dark" isOn={false} />
        </ProblemSummary>
        <Copyable id="copyable" text="https://example.com/schedule.ics" />
        {[false, true].map((isOpen) => (
          <OpenedForm id={isOpen ? 'opened' : 'closed'} title="New key" isOpen={isOpen}>
            <Field name={isOpen ? 'opened-name' : 'closed-name'} label="Name" isRequired />
          </OpenedForm>
        ))}
      </Section>
      <Talks />
      <Section title="People">
        <p>
          <Faces people={people} most={3} />
        </p>
        <p>
          {people.map((one) => (
            <Avatar person={one} />
          ))}
        </p>
        <ul class="people">
          {people.map((one) => (
            <PersonCard person={one} level={3} />
          ))}
        </ul>
      </Section>
      <Section title="Sponsors">
        <div class="wall level-3">
          <ul>
            {['#8a5a14', '#f2d7a0', null].map((color, i) => (
              <li class="sponsor">
                <SponsorPlate sponsor={{ name: `Sponsor ${i + 1}`, logo: '', color }} />
              </li>
            ))}
          </ul>
        </div>
      </Section>
      <Section title="Lists">
        <div class="list-tools">
          <span class="list-total">3 talks</span>
          <MoreMenu links={LINKS} />
        </div>
        <Table />
        <NumberedPager page={2} pages={5} linkTo={(page) => `?page=${page}`} />
        <Empty icon="calendar" advice={<a href="/agenda">View the agenda</a>}>
          There are no talks yet.
        </Empty>
      </Section>
      <Section title="Tracks">
        <p class="marks">
          {Array.from({ length: 12 }, (_, i) => (
            <span class={`track dot track-${i}`}>Track {i} </span>
          ))}
        </p>
      </Section>
      <Section title="Icons">
        <p>
          {(Object.keys(icons) as IconName[]).map((name) => (
            <>
              <Icon name={name} />{' '}
            </>
          ))}
        </p>
      </Section>
      <Section title="Dialogs">
        <dialog class="dialog" open>
          <p>
            <strong>Move this talk?</strong> It starts 15 minutes later, at 14:15.
          </p>
          <p class="actions">
            <button type="button" class="button primary">
              Move
            </button>
            <button type="button" class="button">
              Cancel
            </button>
          </p>
        </dialog>
      </Section>
    </>
  )
}

const PROBLEMS = [{ code: 'format', message: 'Enter an e-mail address.', pointer: '/email' }]
const KINDS = [
  ['talk', 'Talk'],
  ['break', 'Break'],
] as const

const LINKS = [
  { href: '/agenda', text: 'View page' },
  { href: '/agenda', text: 'Delete', isDanger: true },
]

function Swatches({ names }: { names: readonly string[] }) {
  return (
    <svg width="100%" height="64" aria-hidden="true">
      {names.map((name, i) => (
        <>
          <rect
            x={i * 48}
            y="8"
            width="44"
            height="44"
            rx="8"
            fill={`var(--${name})`}
            stroke="var(--border)"
          />
        </>
      ))}
    </svg>
  )
}

const stars: Stars = { ids: new Set([talk(1, 'live').id]), csrf: '', next: '/' }

function Talks() {
  const long = 'A Title That Is Long Enough to Need Several Lines on Every Screen, as Some Speakers Like Them'
  const cards = [
    talk(1, 'live', { speakers: people }),
    talk(2, 'upcoming', { keynote: true, featured: true, title: long }),
    talk(3, 'ended', { recommended: true }),
    talk(4, 'replay', { type: 'replay' }),
    talk(5, 'cancelled', { state: 'cancelled' }),
    talk(6, 'upcoming', { kind: 'break', title: 'Coffee', speakers: [], track: null, color: undefined }),
  ]
  return (
    <Section title="Talks">
      <StarsContext.Provider value={stars}>
        <ul class="talks cards">
          {cards.map((one) => (
            <TalkCard talk={one} zone={ZONE} language="en" now={NOW} hasPicture={one.kind === 'talk'} />
          ))}
        </ul>
      </StarsContext.Provider>
      <StarForm stars={stars} />
      <h3>Covers</h3>
      <ul class="talks cards">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((id, i) => (
          <li class={`talk track-${i}`}>
            <span class="talk-picture art">
              <Cover id={id} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Table() {
  return (
    <div class="table-frame">
      <table>
        <thead>
          <tr>
            <th scope="col">Title</th>
            <th scope="col">Room</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {['Arrows People Follow', 'Quiet Rooms', 'Things That Had No Name Before'].map((title) => (
            <tr>
              <td>{title}</td>
              <td>Hall 1</td>
              <td>
                <span class="badge success">Published</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

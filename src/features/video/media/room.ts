// The room of one talk: who is on stage, who watches, and which pictures everybody sees.
import { MAX_ON_STAGE } from '../limits.ts'
import type { Program } from './program.ts'
import type { Publisher } from './publisher.ts'
import type { TrackKind } from './source.ts'
import type { Track } from './track.ts'
import type { Pictures, Viewer } from './viewer.ts'
import { isClearlyLouder, isVoice } from './voice.ts'

const MIN_SHOWN_MS = 2_000

type Picture = { publisher: string; kind: TrackKind }
export type OnStage = {
  /** The id of the connection. */
  id: string
  /** Of the tracks of a viewer, from 0 to 7. */
  place: number
  on: TrackKind[]
  blocked: TrackKind[]
}
export type RoomState = {
  people: OnStage[]
  /** The large and the small picture. */
  main: Picture | null
  inset: Picture | null
  speaking: string | null
  /** Whether it is also a stream, for viewers who do not fit in it. */
  isStreamed: boolean
}

export class Room {
  /** Its stream; undefined while nobody needs it. */
  program: Program | undefined
  readonly viewers = new Map<string, { viewer: Viewer; person: string }>()
  /** By place, which a person keeps. */
  readonly #places: ({ publisher: Publisher; person: string } | undefined)[] =
    Array(MAX_ON_STAGE).fill(undefined)
  #speaking: string | null = null
  /** The ids of those who have spoken, the last one first. */
  #spoke: string[] = []
  #speakingMs = Number.NEGATIVE_INFINITY

  get publishers(): Publisher[] {
    return this.#places.flatMap((place) => place?.publisher ?? [])
  }

  get isEmpty(): boolean {
    return this.viewers.size === 0 && this.publishers.length === 0
  }

  /** False if the stage is full. */
  enter(publisher: Publisher, person: string): boolean {
    const place = this.#places.indexOf(undefined)
    if (place === -1) return false
    this.#places[place] = { publisher, person }
    return true
  }

  leave(id: string): void {
    const place = this.#places.findIndex((one) => one?.publisher.id === id)
    if (place !== -1) this.#places[place] = undefined
    this.#spoke = this.#spoke.filter((one) => one !== id)
  }

  /** Chooses what everybody sees and hears now. Call this a few times a second. */
  direct(): RoomState {
    this.#choose()
    const people = this.publishers
    const shared = people.find((one) => one.isOn('screen'))
    const speaker =
      people.find((one) => one.id === this.#speaking && one.isOn('camera')) ??
      people.find((one) => one.isOn('camera'))
    const screen: Picture | null = shared ? { publisher: shared.id, kind: 'screen' } : null
    const camera: Picture | null = speaker ? { publisher: speaker.id, kind: 'camera' } : null
    const [main, inset] = screen ? [screen, camera] : [camera, null]
    const pictures = {
      ...{ main: this.#trackOf(main), inset: this.#trackOf(inset) },
      cameras: this.#cameras(),
    }
    for (const { viewer, person } of this.viewers.values()) viewer.show(pictures, this.#soundsFor(person))
    if (people.length > 0)
      this.program?.show({
        picture: main ? this.#publisherOf(main)?.streamedPicture(main.kind) : undefined,
        sounds: people.flatMap((one) => one.track('microphone') ?? []),
      })
    const isStreamed = this.program !== undefined
    const onStage = this.#places.flatMap((one, place) => (one ? present(one.publisher, place) : []))
    return { people: onStage, main, inset, speaking: this.#speaking, isStreamed }
  }

  /** In the order of who spoke last; those who have not spoken follow by place. */
  #cameras(): Pictures['cameras'] {
    const rankOf = (id: string) => (this.#spoke.includes(id) ? this.#spoke.indexOf(id) : MAX_ON_STAGE)
    return this.#places
      .flatMap((one, place) => {
        const track = one?.publisher.track('camera')
        return one && track?.isOn ? [{ id: one.publisher.id, place, track }] : []
      })
      .toSorted((a, b) => rankOf(a.id) - rankOf(b.id))
  }

  /** Nobody hears themselves. */
  #soundsFor(person: string): (Track | undefined)[] {
    return this.#places.map((place) =>
      place && place.person !== person ? place.publisher.track('microphone') : undefined,
    )
  }

  #trackOf(picture: Picture | null): Track | undefined {
    return picture ? this.#publisherOf(picture)?.track(picture.kind) : undefined
  }

  #publisherOf({ publisher }: Picture): Publisher | undefined {
    return this.publishers.find(({ id }) => id === publisher)
  }

  #choose(): void {
    const levelOf = (one: Publisher | undefined) =>
      one?.isOn('microphone') ? (one.track('microphone')?.level ?? 0) : 0
    const current = this.publishers.find(({ id }) => id === this.#speaking)
    const [loudest] = this.publishers.toSorted((a, b) => levelOf(b) - levelOf(a))
    if (!current) this.#speaking = null
    if (!loudest || !isVoice(levelOf(loudest)) || loudest === current) return
    const isOver = performance.now() - this.#speakingMs > MIN_SHOWN_MS
    if (current && !(isOver && isClearlyLouder(levelOf(loudest), levelOf(current)))) return
    this.#speaking = loudest.id
    this.#spoke = [loudest.id, ...this.#spoke.filter((id) => id !== loudest.id)]
    this.#speakingMs = performance.now()
  }
}

function present(publisher: Publisher, place: number): OnStage {
  const kinds: TrackKind[] = ['microphone', 'camera', 'screen']
  return {
    id: publisher.id,
    place,
    on: kinds.filter((kind) => publisher.isOn(kind)),
    blocked: kinds.filter((kind) => publisher.isBlocked(kind)),
  }
}

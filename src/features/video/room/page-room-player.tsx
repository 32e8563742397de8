// The player of a video room, inside the stage: the large picture, the small ones, and the sound of everyone on stage.
import type { ComponentChildren } from 'preact'
import { Icon } from '../../../kit/components/icon.tsx'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import type { Place } from './rights.ts'

/** What is large at first: the person who speaks, or nobody. */
type View = 'speaker' | 'everyone'
type PlayerProps = {
  talkId: string
  place: Place
  csrf: string
  view?: View
  /** The poster, behind messages and until there is a picture. */
  children?: ComponentChildren
}

export function RoomPlayer({ talkId, place, csrf, view = 'speaker', children }: PlayerProps) {
  const { room: texts } = useMessages()
  const { mayPublish, mayRaiseHand, isHandRaised, isInvited } = place
  return (
    <div class="room-player" data-room={`/talks/${talkId}/room`} data-csrf={csrf} data-view={view}>
      <div class="room-pictures">
        <div class="room-large">
          {children}
          <div class="room-frame" data-frame hidden>
            <video class="screen" data-main autoplay playsInline muted></video>
            <video class="room-inset" data-inset autoplay playsInline muted hidden></video>
            <p class="room-name" dir="auto" data-name></p>
          </div>
          <div class="player-message">
            <p
              role="status"
              data-message
              data-waiting={texts.waiting}
              data-lost={texts.lost}
              data-unsupported={texts.unsupported}
            >
              {texts.connecting}
            </p>
          </div>
        </div>
        <ul class="room-tiles" aria-label={texts.onStage} data-tiles></ul>
        <Tile />
      </div>
      <div class="player-buttons">
        <button type="button" data-unmute hidden>
          {texts.sound}
        </button>
      </div>
      <div class="room-bar">
        <fieldset class="room-views" data-views hidden>
          <legend class="visually-hidden">{texts.view}</legend>
          {(['speaker', 'everyone'] as const).map((choice) => (
            <button type="button" aria-pressed={choice === view} data-choice={choice}>
              {texts.views[choice]}
            </button>
          ))}
        </fieldset>
        <button type="button" class="plain room-symbol" title={texts.pictureInPicture} data-small hidden>
          <Icon name="picture-in-picture" />
          <span>{texts.pictureInPicture}</span>
        </button>
        <button type="button" class="plain room-symbol" title={texts.fullScreen} data-full hidden>
          <Icon name="maximize" />
          <span>{texts.fullScreen}</span>
        </button>
        {mayRaiseHand ? (
          <button
            type="button"
            class="room-icon-button"
            data-hand
            data-is-raised={String(isHandRaised)}
            hidden={isInvited}
          >
            <Icon name="hand" />
            <span data-raise hidden={isHandRaised}>
              {texts.raiseHand}
            </span>
            <span data-lower hidden={!isHandRaised}>
              {texts.lowerHand}
            </span>
          </button>
        ) : null}
        {mayPublish && !mayRaiseHand ? (
          <a class="button" href={`/talks/${talkId}/room`} target="_top" data-stage-link>
            {texts.goOnStage}
          </a>
        ) : null}
      </div>
      {mayRaiseHand ? (
        <div class="room-invitation" role="status">
          <p data-invitation hidden={!isInvited}>
            <strong>{texts.invited}</strong>
            <a class="button primary" href={`/talks/${talkId}/room`} target="_top">
              {texts.goOnStage}
            </a>
            <button type="button" data-decline>
              {texts.decline}
            </button>
          </p>
          <p class="visually-hidden" data-raised hidden={!isHandRaised}>
            {texts.handIsUp}
          </p>
        </div>
      ) : null}
    </div>
  )
}

/** A person on stage, for the script to fill. */
function Tile() {
  return (
    <template>
      <li class="room-tile">
        <video autoplay playsInline muted></video>
        <span class="room-tile-initials" aria-hidden="true">
          <span data-initials></span>
        </span>
        <span class="room-caption">
          <Icon name="mic" />
          <span dir="auto" data-caption></span>
        </span>
      </li>
    </template>
  )
}

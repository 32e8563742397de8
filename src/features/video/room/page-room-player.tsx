// The player of a video room, inside the stage: the large picture, the small one, and the sound of everyone on stage.
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import type { Place } from './rights.ts'

type PlayerProps = { talkId: string; place: Place; csrf: string }

export function RoomPlayer({ talkId, place, csrf }: PlayerProps) {
  const { room: texts } = useMessages()
  const { mayPublish, mayRaiseHand, isHandRaised, isInvited } = place
  return (
    <div class="room-player" data-room={`/talks/${talkId}/room`} data-csrf={csrf}>
      <video class="screen" data-main autoplay playsInline muted hidden></video>
      <video class="room-inset" data-inset autoplay playsInline muted hidden></video>
      <p class="room-name" dir="auto" data-name hidden></p>
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
      <div class="player-buttons">
        <button type="button" data-unmute hidden>
          {texts.sound}
        </button>
        <button type="button" data-small hidden>
          {texts.pictureInPicture}
        </button>
        <button type="button" data-full hidden>
          {texts.fullScreen}
        </button>
        {mayRaiseHand ? (
          <button type="button" data-hand data-is-raised={String(isHandRaised)} hidden={isInvited}>
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

// The player of a video room, inside the stage: the large picture, the small one, and the sound of everyone on stage.
import { useMessages } from '../../../kit/messages/use-messages.tsx'

export function RoomPlayer({ talkId, mayPublish }: { talkId: string; mayPublish: boolean }) {
  const { room: texts } = useMessages()
  return (
    <div class="room-player" data-room={`/talks/${talkId}/room`}>
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
        {mayPublish ? (
          <a class="button" href={`/talks/${talkId}/room`} target="_top" data-stage-link>
            {texts.goOnStage}
          </a>
        ) : null}
      </div>
    </div>
  )
}

// The places of the event, for staff who accept people. They may exceed the capacity, but not without noticing it.
import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { TakenPlaces } from '../people/registrations/places.ts'

/** Nothing if the number of places is not limited. */
export function PlacesNotice({ places }: { places: TakenPlaces | undefined }) {
  const texts = useMessages().office.registrations
  if (!places) return null
  const taken = texts.placesTaken(places)
  if (places.accepted < places.capacity) return <p class="quiet">{taken}</p>
  return (
    <div class="notice warning">
      <p>
        {taken} {texts.canExceed}
      </p>
    </div>
  )
}

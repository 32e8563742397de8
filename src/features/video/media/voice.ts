// Who speaks, from the levels of microphones.

/** Below it, a microphone only hears the room. */
const VOICE_LEVEL = 65
/** Another person has to be louder by this to take over. */
const LOUDER = 3

export const isVoice = (level: number): boolean => level >= VOICE_LEVEL

export const isClearlyLouder = (level: number, current: number): boolean =>
  isVoice(level) && level > current + LOUDER

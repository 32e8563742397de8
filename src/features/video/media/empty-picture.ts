// A black picture in H.264 for the stream of a room, because a stream cannot have pictures only now and then.
import { configOf } from './h264.ts'

const base64 = (text: string) => Buffer.from(text, 'base64')

// Made by x264 from 256 x 144 black pixels, in the baseline profile.
const SEQUENCE_PARAMETERS = base64('Z0LAH9wQE7ARAAADAAEAAAMAAg8YM4A=')
const PICTURE_PARAMETERS = Buffer.from('68ce0f2c80', 'hex')
const SLICE = base64(
  'ZYiEBKiYoAA4oycnJycnJycnJycnJycnJ111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111114A=',
)
const LENGTH = Buffer.alloc(4)
LENGTH.writeUInt32BE(SLICE.length)

export const EMPTY_PICTURE = {
  isKey: true,
  config: configOf(SEQUENCE_PARAMETERS, PICTURE_PARAMETERS),
  data: Buffer.concat([LENGTH, SLICE]),
}

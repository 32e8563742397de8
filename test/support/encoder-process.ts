// An encoder in a process of its own, which tests kill.
import { type ChildProcess, spawn } from 'node:child_process'

export const ENCODER = '/usr/bin/ffmpeg'

/** A picture and a tone in real time, with a key frame every second. */
export function startEncoder(url: string): ChildProcess {
  const inputs = ['-re', '-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=25', '-f', 'lavfi', '-i', 'sine']
  const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '25']
  const output = ['-c:a', 'aac', '-ac', '2', '-f', 'flv', url]
  return spawn(ENCODER, ['-loglevel', 'error', ...inputs, ...video, ...output], { stdio: 'ignore' })
}

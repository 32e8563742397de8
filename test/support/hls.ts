// A short HLS stream, recorded by the browser that plays it, because tests have no other encoder.
import type { Screen } from './screens.ts'

/** The files of a live stream of about two seconds, by name. Throws if the browser cannot record MP4. */
export async function recordHls({
  page,
  open,
}: Pick<Screen, 'page' | 'open'>): Promise<Record<string, string | Buffer>> {
  await open('/')
  const recorded = await page.evaluate(async () => {
    const mimeType = ['video/mp4;codecs=avc1.42001f', 'video/mp4;codecs=vp09.00.10.08'].find((type) =>
      MediaRecorder.isTypeSupported(type),
    )
    const canvas = document.createElement('canvas')
    const pen = canvas.getContext('2d')
    if (mimeType === undefined || !pen) return ''
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType })
    const { promise, resolve } = Promise.withResolvers<Blob>()
    recorder.addEventListener('dataavailable', ({ data }) => resolve(data))
    recorder.start()
    const drawing = setInterval(() => {
      pen.fillStyle = `hsl(${performance.now() % 360} 80% 50%)`
      pen.fillRect(0, 0, canvas.width, canvas.height)
    }, 40)
    await new Promise((done) => setTimeout(done, 2000))
    clearInterval(drawing)
    recorder.stop()
    const bytes = new Uint8Array(await (await promise).arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  })
  const file = Buffer.from(recorded, 'base64')
  const fragments = file.indexOf('moof') - 4
  if (fragments < 0) throw new Error('This browser cannot record MP4 in fragments.')
  return {
    'main.m3u8': [
      '#EXTM3U',
      '#EXT-X-VERSION:7',
      '#EXT-X-TARGETDURATION:3',
      '#EXT-X-MEDIA-SEQUENCE:0',
      '#EXT-X-MAP:URI="init.mp4"',
      '#EXTINF:2.0,',
      'part.m4s',
      '',
    ].join('\n'),
    'init.mp4': file.subarray(0, fragments),
    'part.m4s': file.subarray(fragments),
  }
}

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPublicHttpsUrl, isStreamUrl } from './urls.ts'
import { youtubeEmbedUrl } from './youtube-urls.ts'

describe('public https URLs', () => {
  test.each([
    'https://example.org',
    'HTTPS://Example.ORG/a/b.png?x=1&y=[2]#z',
    'https://exämple.org/ü',
    'https://例え。jp/',
    'https://example.org.',
    'https://example.org:443/',
    'https://example.org/@user',
    'https://example.org?mail=a@example.org',
    'https://localhost.example.org/',
    'https://notlocalhost.org/',
    'https://_x.example.org/',
  ])('accepts %j', (s) => {
    expect([isPublicHttpsUrl(s), isStreamUrl(s)]).toEqual([true, true])
  })

  test.each([
    '',
    'example.org',
    '//example.org',
    'https:example.org',
    'https:///example.org',
    'https:\\\\example.org',
    'http://example.org/',
    'ftp://example.org/',
    'javascript:alert(1)',
    'data:text/plain,https://example.org/',
    'https://',
    'https://?',
    ' https://example.org/',
    'https://example.org/\n',
    'https://exa\nmple.org/',
    'https://example.org/a b',
    'https://example.org/\u0000',
    'https://example.org\\@example.com/',
    'https://user@example.org/',
    'https://user:word@example.org/',
    'https://@example.org/',
    'https://:@example.org/',
    'https://example.org:8443/',
    'https://example.org:80/',
    'https://example.org:99999/',
    'https://127.0.0.1/',
    'https://8.8.8.8/',
    'https://8.8.8.8./',
    'https://127.1/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://2130706433/',
    'https://１２７.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://a.localhost/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://router.home.arpa/',
    'https://home.arpa/',
    'https://ｌocalhost/',
    'https://a.loc%61lhost/',
    'https://intranet/',
    'https://example..org/',
    'https://exa*mple.org/',
  ])('rejects %j', (s) => {
    expect([isPublicHttpsUrl(s), isStreamUrl(s), youtubeEmbedUrl(s)]).toEqual([false, false, undefined])
  })
})

test('accepts at most 2048 code points', () => {
  const isTaken = (start: string, letter: string, length: number) =>
    isStreamUrl(start + letter.repeat(length - start.length))
  for (const start of ['https://example.org/', 'rtmp://example.org/', 'rtmps://example.org/']) {
    for (const letter of ['a', '🎤']) {
      expect([isTaken(start, letter, 2048), isTaken(start, letter, 2049)]).toEqual([true, false])
    }
  }
})

describe('live stream URLs', () => {
  test.each([
    ['rtmp://live.example.org/app/key', true],
    ['rtmps://live.example.org:443/app', true],
    ['RTMP://live.example.org:1935/app', true],
    ['rtmp://exämple.org/app', true],
    ['rtmp:live.example.org', false],
    ['rtmp://', false],
    ['rtmp://user:word@live.example.org/app', false],
    ['rtmp://10.0.0.1/app', false],
    ['rtmp://0x7f.1:1935/app', false],
    ['rtmp://[::1]/app', false],
    ['rtmp://LOCALHOST:1935/app', false],
    ['rtmp://nginx/app', false],
    ['rtmp://live.example.org:0x50/app', false],
    ['rtmpt://live.example.org/app', false],
    ['rtsp://live.example.org/app', false],
  ])('isStreamUrl(%j) is %j', (s, expected) => {
    expect([isStreamUrl(s), isPublicHttpsUrl(s)]).toEqual([expected, false])
  })
})

describe('YouTube URLs', () => {
  const embed = 'https://www.youtube-nocookie.com/embed/aB3_-xyzABC'
  test.each([
    ['https://www.youtube.com/watch?v=aB3_-xyzABC', embed],
    ['https://youtube.com/watch?list=PL1&v=aB3_-xyzABC&t=90', `${embed}?start=90`],
    ['https://m.youtube.com/watch?v=aB3_-xyzABC&t=1h2m3s', `${embed}?start=3723`],
    ['https://music.youtube.com/watch?v=aB3_-xyzABC', embed],
    ['https://youtu.be/aB3_-xyzABC', embed],
    ['https://youtu.be/aB3_-xyzABC?si=abc&t=2m', `${embed}?start=120`],
    ['https://www.youtube.com/embed/aB3_-xyzABC?start=7', `${embed}?start=7`],
    ['https://www.youtube.com/live/aB3_-xyzABC?feature=share', embed],
    ['https://www.youtube.com/shorts/aB3_-xyzABC/', embed],
    ['https://www.youtube-nocookie.com/embed/aB3_-xyzABC?start=12', `${embed}?start=12`],
    ['https://www.youtube.com/watch?v=aB3_-xyzABC&t=soon', embed],
    ['https://www.youtube.com/watch?v=aB3_-xyzABC&t=0', embed],
    ['http://www.youtube.com/watch?v=aB3_-xyzABC', undefined],
    ['https://www.youtube.com/watch?v=aB3_-xyzAB', undefined],
    ['https://www.youtube.com/watch?v=aB3_-xyzABCD', undefined],
    ['https://www.youtube.com/watch', undefined],
    ['https://www.youtube.com/@channel', undefined],
    ['https://www.youtube.com/playlist?list=PLaB3_-xyzABC', undefined],
    ['https://www.youtube.com/embed/videoseries?list=PL1', undefined],
    ['https://www.youtube.com/embed/live_stream?channel=UC1', undefined],
    ['https://youtube.com.example.org/watch?v=aB3_-xyzABC', undefined],
    ['https://notyoutube.com/watch?v=aB3_-xyzABC', undefined],
    ['https://example.org/?u=https://youtu.be/aB3_-xyzABC', undefined],
    ['https://youtu.be/aB3_-xyz"on', undefined],
  ])('embed %s as %s', (s, expected) => {
    expect(youtubeEmbedUrl(s)).toBe(expected)
  })

  test('keep an embed URL as it is', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\w-]{11}$/), fc.nat(359_999), (id, seconds) => {
        const once = youtubeEmbedUrl(`https://youtu.be/${id}?t=${seconds}`)
        expect(youtubeEmbedUrl(once ?? '')).toBe(once)
      }),
    )
  })
})

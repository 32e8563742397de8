// The name of a device, derived from its User-Agent header.
import type { Messages } from '../../../kit/messages/messages.ts'

// The order matters, because most browsers also name others in their header.
const browsers = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/curl\//, 'curl'],
] as const
const systems = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux|X11/, 'Linux'],
] as const

/** `Firefox on Linux`; `Unknown device` for an unknown header. */
export function deviceName(texts: Messages['account']['sessions'], agent: string): string {
  const find = (known: typeof browsers | typeof systems) =>
    known.find(([pattern]) => pattern.test(agent))?.[1]
  const [browser, system] = [find(browsers), find(systems)]
  if (browser && system) return texts.device({ browser, system })
  return browser ?? system ?? texts.unknownDevice
}

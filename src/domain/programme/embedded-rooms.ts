// The address of the room of an embedded talk, made from the platform's own.

// What the parser takes for a host beyond this could end a directive of the page's security policy.
const HOST = /^[a-z0-9._:[\]-]+$/

/** The address with the talk's id for each `{id}`; undefined where it is not an https address. */
export function roomUrl(address: string | null, talkId: string): string | undefined {
  if (address === null) return undefined
  const url = URL.parse(address.replaceAll('{id}', talkId))
  return url?.protocol === 'https:' && HOST.test(url.host) ? url.href : undefined
}

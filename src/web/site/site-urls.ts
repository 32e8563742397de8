// Addresses of public pages.

/** A path with the parameters that are not empty; a list is one parameter for each value. */
export function addressOf(path: string, query: Readonly<Record<string, string | readonly string[]>>): string {
  const said = Object.entries(query).flatMap(([name, values]) =>
    [values].flat().flatMap((value) => (value === '' ? [] : [[name, value]])),
  )
  return said.length === 0 ? path : `${path}?${new URLSearchParams(said)}`
}

// Methods of the Python client that read all pages of a list, one page at a time.

/** A method that returns one page. */
const LIST_METHOD = /^ {4}(async )?def (list_(\w+))\(self, (.*)\) -> (\w+)Page:$/gm

/** Adds `all_talks` in front of `list_talks`, and so on. */
export const addPages = (text: string): string => text.replaceAll(LIST_METHOD, withAllPages)

function withAllPages(method: string, ...groups: (string | undefined)[]): string {
  const [asynchronous = '', name = '', kind = '', parameters = '', item = ''] = groups
  if (name.endsWith('_with_headers')) return method
  const declared = splitParameters(parameters)
  const isPaged = declared.some((one) => one.startsWith('cursor:'))
  const own = declared.filter((one) => !one.startsWith('cursor:'))
  const [iterator, wait] = asynchronous ? ['AsyncIterator', 'await '] : ['Iterator', '']
  // A list has a cursor, and its last page has no next one. The change feed ends when nothing is new.
  const [start, end, cursor] = isPaged
    ? ['        cursor: Optional[str] = None\n', 'page.next is None', 'cursor']
    : ['', 'not page.items', 'after']
  return `    ${asynchronous}def all_${kind}(self, ${own.join(', ')}) -> ${iterator}[${item}]:
        """Every item of ${name}(). Reads a page when its first item is needed."""
${start}        while True:
            page = ${wait}self.${name}(${argumentsOf(declared)})
            for item in page.items:
                yield item
            if ${end}:
                return
            ${cursor} = page.next

${method}`
}

/** Passes every parameter on: those in front of the asterisk by position, all others by name. */
function argumentsOf(declared: readonly string[]): string {
  const asterisk = declared.indexOf('*')
  return declared
    .filter((one) => one !== '*')
    .map((one) => one.split(':', 1)[0] ?? '')
    .map((name, place) => (place < asterisk ? name : `${name}=${name}`))
    .join(', ')
}

/** Types can contain commas in brackets. */
const splitParameters = (text: string): string[] => text.split(/, (?![^[]*\])/)

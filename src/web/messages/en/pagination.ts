// Links between the pages of a list.

export const pagination = {
  label: 'Pages',
  previous: 'Previous',
  next: 'Next',
  newest: 'Newest',
  older: 'Older',
  position: (page: number, pages: number) => `Page ${page} of ${pages}`,
  page: (page: number) => `Page ${page}`,
}

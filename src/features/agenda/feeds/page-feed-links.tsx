// Names the feeds of the programme to programs that read a page.

const feeds = [
  ['text/calendar', '/schedule.ics'],
  ['application/json', '/schedule.json'],
  ['application/xml', '/schedule.xml'],
] as const

export const FeedLinks = () => (
  <>
    {feeds.map(([type, href]) => (
      <link rel="alternate" type={type} href={href} />
    ))}
  </>
)

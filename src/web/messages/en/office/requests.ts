// The request log of the External API.
import type { Wrap } from '../../messages.ts'
import { number } from '../formats.ts'

export const requests = {
  title: 'Request log',
  intro: (zone: string) =>
    `Requests to the External API with keys of this platform, kept for seven days. Times are in ${zone}.`,
  notAnId: (example: string) => `That is not a request ID. Enter one such as ${example}.`,
  key: 'Key',
  allKeys: 'All keys',
  status: 'Status',
  allStatuses: 'All statuses',
  statuses: {
    ok: 'Successful (2xx)',
    errors: 'All errors (4xx and 5xx)',
    refused: 'Client errors (4xx)',
    failed: 'Server errors (5xx)',
  },
  operation: 'Operation',
  allOperations: 'All operations',
  requestId: 'Request ID',
  caption: 'Requests, newest first',
  time: 'Time',
  duration: 'Duration',
  problems: 'Problems',
  methodAndPath: 'Method and path',
  more: (count: number) => `and ${number(count)} more`,
  deletedKey: 'Deleted key',
  noRequests: 'No requests yet.',
  noRequestsAdvice: (documentation: Wrap) => [
    'Requests with an API key of this platform appear here. ',
    documentation('Read the API documentation'),
    '.',
  ],
  noMatches: 'No matching requests.',
  notFound:
    'There is no such request in the log of this platform. Requests appear within two seconds and are kept for seven days.',
  page: {
    title: 'Request',
    idLine: (id: Wrap, text: string) => ['Request ', id(text)],
    notLogged: 'This request is not in the request log: it was made on a page, or is older than seven days.',
    changes: 'Changes',
    noChanges: 'This request changed nothing.',
    timesIn: (zone: string) => `Times are in ${zone}.`,
    curl: 'Copy as curl',
    curlHint: 'Put your API key in place of YOUR_API_KEY. Masked values are not those that were sent.',
    body: 'Request body',
    noBody: 'No readable body.',
    masked: 'E-mails are masked. Names, usernames, and secrets are hidden. Bodies are cut off after 4 KiB.',
    response: 'Response body',
    noResponse: 'The response had no body, or is not kept.',
    maskedResponse: 'Masked like the request. Cut off after 2 KiB.',
  },
}

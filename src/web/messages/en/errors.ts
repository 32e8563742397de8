// Error pages. Codes without a text of their own show the title and message of the API.

export const errors = {
  pages: {
    not_found: { title: 'Page not found', text: 'This page does not exist.' },
    talk_not_found: { title: 'Talk not found', text: 'This talk does not exist.' },
    talk_cancelled: {
      title: 'Talk canceled',
      text: 'This talk was canceled. You can no longer take part in it.',
    },
    talk_is_draft: {
      title: 'Talk not published',
      text: 'Nobody can take part in a talk before it is published.',
    },
    sponsor_not_found: { title: 'Sponsor not found', text: 'This sponsor does not exist.' },
    survey_not_found: { title: 'Survey not found', text: 'This survey does not exist.' },
    user_not_found: { title: 'User not found', text: 'This user does not exist.' },
    https_required: { title: 'HTTPS required', text: 'Use an address that begins with https://.' },
    foreign_form: {
      title: 'Cross-site request rejected',
      text: 'This form came from another site, or it is too old. Open the page again and resend the form. Cookies must be allowed for this site.',
    },
    insufficient_permissions: {
      title: 'Insufficient permissions',
      text: 'Your role does not allow this. Ask an owner for help.',
    },
    too_many_requests: { title: 'Too many requests', text: 'Wait a moment and try again.' },
    body_too_large: {
      title: 'Form too large',
      text: 'Shorten what you entered, or send files of less than 32 MB together, and try again.',
    },
    request_timeout: { title: 'Request timed out', text: 'The request did not arrive in time. Try again.' },
    method_not_allowed: {
      title: 'Nothing to show',
      text: 'This address only receives a form. Its result was shown once, after the form was sent.',
    },
    unsupported_media_type: { title: 'Unsupported form', text: 'Send a form of this site.' },
    internal_error: {
      title: 'Something went wrong',
      text: 'The server could not complete the request. Try again later. If the problem persists, send the request ID below to the operator.',
    },
    unavailable: {
      title: 'Temporarily unavailable',
      text: 'The server cannot reach its database. Try again later.',
    },
  },
  moved: 'It may have moved. Search the programme instead:',
  search: 'Talk, speaker, or topic',
  submit: 'Search',
  home: 'Go to the home page',
  requestId: 'Request ID',
}

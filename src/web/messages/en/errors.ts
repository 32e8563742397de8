// Refusals, by code: what error pages say, and forms that scripts send.
import type { PageTexts } from '../../pages/refusal-texts.ts'
import { formats } from './formats.ts'

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
      text: 'The server cannot reach its database. Try again in a few seconds.',
    },
    message_not_found: { title: 'Message not found', text: 'This message does not exist.' },
    question_not_found: { title: 'Question not found', text: 'This question does not exist.' },
    favorite_not_found: { title: 'Star not found', text: 'You have not starred this talk.' },
    webhook_not_found: { title: 'Webhook not found', text: 'This webhook does not exist.' },
    delivery_not_found: {
      title: 'Delivery not found',
      text: 'This delivery does not exist. Deliveries are kept for 30 days.',
    },
    admins_only: { title: 'Admins only', text: 'Only admins and owners can do this.' },
    moderators_only: { title: 'Moderators only', text: 'Only moderators can do this.' },
    protected_account: {
      title: 'Protected account',
      text: 'This account is an admin or owner. Only owners can do this.',
    },
    watching_restricted: {
      title: 'Not open to you',
      text: 'You cannot watch this talk or take part in it. You may need to sign in, an accepted registration, or credits.',
    },
    muted: { title: 'Muted', text: 'A moderator has muted you. You can read, but not write.' },
    chat_paused: { title: 'Chat paused', text: 'A moderator has paused the chat.' },
    feature_off: { title: 'Turned off', text: 'This is turned off here.' },
    message_held: { title: 'Message not visible', text: 'This message waits for a moderator.' },
    message_removed: { title: 'Message removed', text: 'This message has been removed.' },
    question_closed: { title: 'Question closed', text: 'This question is no longer open.' },
    question_limit: {
      title: 'Too many open questions',
      text: 'You have asked as many questions as you can for now. Withdraw one, or wait until one is answered.',
    },
    insufficient_credits: { title: 'Not enough credits', text: 'There are not enough credits for this.' },
    insufficient_points: { title: 'Not enough points', text: 'There are not enough points for this.' },
    talk_not_open: { title: 'Talk not open', text: 'This talk cannot be watched right now.' },
    survey_not_shown: { title: 'Survey not shown', text: 'This survey cannot be shown here right now.' },
    survey_not_open: { title: 'Survey not open', text: 'This survey is not open.' },
    survey_answered: { title: 'Already answered', text: 'You have already answered this survey.' },
    survey_in_use: {
      title: 'Survey has responses',
      text: 'The survey has responses, so its questions and its anonymity cannot be changed.',
    },
    survey_anonymous: {
      title: 'Anonymous survey closed',
      text: 'An anonymous survey cannot be opened again.',
    },
    email_taken: { title: 'E-mail taken', text: 'An account with this e-mail already exists.' },
    username_taken: {
      title: 'Username taken',
      text: 'An account with this username already exists, or no username could be made from the name. Choose another one.',
    },
    external_id_taken: {
      title: 'External ID taken',
      text: 'Another object of this kind already has this external ID.',
    },
    sole_speaker: {
      title: 'Only speaker of a talk',
      text: 'This account is the only speaker of a talk. Add another speaker to the talk, or delete the talk first.',
    },
    last_owner: {
      title: 'Last owner',
      text: 'This account is the last owner of the platform. Make someone else an owner first.',
    },
    webhook_disabled: {
      title: 'Webhook disabled',
      text: 'The webhook is disabled, so nothing can be sent to it. Enable it first.',
    },
    too_many_favorites: {
      title: 'Too many stars',
      text: 'You have starred 1,000 talks. Remove a star first.',
    },
    too_many_webhooks: {
      title: 'Too many webhooks',
      text: 'The platform has as many webhooks as it can have. Delete one first.',
    },
    precondition_failed: {
      title: 'Changed meanwhile',
      text: 'Someone else changed this in the meantime. Nothing was saved. Reload the page and try again.',
    },
    invalid_data: { title: 'Not saved', text: 'What was sent is not valid. Nothing was saved.' },
    invalid_file: { title: 'Invalid file', text: 'The file cannot be used. Nothing was saved.' },
    pictures_unsupported: {
      title: 'Pictures not supported',
      text: 'This installation cannot process pictures. Its operator can install the package for pictures.',
    },
    misdirected_request: { title: 'Unknown address', text: 'There is no site under this host name.' },
    unconfirmed_host: {
      title: 'Address not confirmed',
      text: 'No link can be created for this host name, because it is not confirmed. Ask the operator of this site for help.',
    },
    uri_too_long: { title: 'Address too long', text: 'The address of this page is too long.' },
    bad_request: {
      title: 'Request not understood',
      text: 'The server could not read this request. Go back and try again.',
    },
  } satisfies PageTexts,
  /** For `too_many_requests`, if it is known how long to wait. */
  retry: (seconds: number) => `That was too fast. Try again ${formats.wait(seconds)}.`,
  moved: 'It may have moved. Search the programme instead:',
  search: 'Talk, speaker, or topic',
  submit: 'Search',
  tryAgain: 'Try again',
  home: 'Go to the home page',
  requestId: 'Request ID',
}

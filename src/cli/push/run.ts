// One push from file to summary: read, plan, compare with what is there, send what is new or differs.

import type { ApiClient } from './client.ts'
import { type Credentials, openCredentials } from './credentials.ts'
import { assignEmails } from './emails.ts'
import { type PlannedTalk, planTalks, type RefusedEvent } from './plan.ts'
import type { Progress } from './progress.ts'
import type { Schedule, ScheduleEvent } from './read-schedule.ts'
import type { Remarks, Summary } from './report.ts'
import { isUnchanged, listTalks, putTalk, type RemoteTalk } from './talks.ts'

export type PushOptions = {
  schedule: Schedule
  client: ApiClient
  emailPattern?: string | undefined
  timeZone: string
  isTruncating: boolean
  isDryRun: boolean
  credentialsFile: string
  createProgress: (total: number) => Progress
}

export type PushResult = { summary: Summary; remarks: Remarks; failure?: Error }

/**
 * Sends one talk after the other: the limit of the API, not the wire, is what a push waits for.
 * A failure while sending comes back beside what went in before it; an earlier one is thrown.
 */
export async function pushSchedule(options: PushOptions): Promise<PushResult> {
  const plan = planSchedule(options)
  const remote = await listTalks(options.client)
  const state: PushState = {
    ...options,
    remote,
    progress: options.createProgress(plan.length),
    credentials:
      options.isDryRun || !hasWork(plan, remote) ? undefined : openCredentials(options.credentialsFile),
    summary: { created: 0, updated: 0, unchanged: 0, refused: [] },
    remarks: { cuts: [], warnings: [], isDryRun: options.isDryRun },
  }
  const failure = await pushAll(plan, state)
  const { credentials, remarks, summary } = state
  if (credentials !== undefined) remarks.credentials = { file: credentials.file, count: credentials.count }
  return { summary, remarks, ...(failure === undefined ? {} : { failure }) }
}

type PushState = PushOptions & {
  remote: Map<string, RemoteTalk>
  progress: Progress
  credentials: Credentials | undefined
  summary: Summary
  remarks: Remarks
}

type Plan = (PlannedTalk | RefusedEvent)[]

function planSchedule({ schedule, emailPattern, timeZone, isTruncating }: PushOptions): Plan {
  return planTalks(schedule.events, {
    programme: schedule.title,
    baseUrl: schedule.baseUrl,
    timeZone,
    truncate: isTruncating,
    emails: assignEmails(schedule.events, emailPattern),
  })
}

async function pushAll(plan: Plan, state: PushState): Promise<Error | undefined> {
  try {
    for (const entry of plan) await pushOne(entry, state)
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    state.progress.end()
    state.credentials?.close()
  }
}

async function pushOne(entry: Plan[number], state: PushState): Promise<void> {
  const event = nameEvent(entry.event)
  if ('reason' in entry) return refuse(event, entry.reason, state)
  for (const cut of entry.cuts) state.remarks.cuts.push({ event, cut })
  const existing = state.remote.get(entry.event.externalId)
  if (existing !== undefined && isUnchanged(existing, entry.body)) return count('unchanged', event, state)
  if (state.isDryRun) return count(existing === undefined ? 'created' : 'updated', event, state)
  await sendTalk(entry, existing === undefined, state)
}

async function sendTalk({ event, body }: PlannedTalk, isNew: boolean, state: PushState): Promise<void> {
  const name = nameEvent(event)
  const result = await putTalk(state.client, { externalId: event.externalId, body, isNew })
  if (result.status === 'refused') return refuse(name, result.reason, state)
  state.credentials?.add(result.accounts, event.externalId)
  for (const message of result.warnings) state.remarks.warnings.push({ event: name, message })
  count(result.status, name, state)
}

function refuse(event: string, reason: string, { summary, progress }: PushState): void {
  summary.refused.push({ event, reason })
  progress.step(`refused ${event}: ${reason}`)
}

function count(what: 'created' | 'updated' | 'unchanged', event: string, state: PushState): void {
  state.summary[what] += 1
  state.progress.step(`${state.isDryRun && what !== 'unchanged' ? 'would be ' : ''}${what} ${event}`)
}

const hasWork = (plan: Plan, remote: Map<string, RemoteTalk>): boolean =>
  plan.some((entry) => {
    if ('reason' in entry) return false
    const existing = remote.get(entry.event.externalId)
    return existing === undefined || !isUnchanged(existing, entry.body)
  })

const nameEvent = (event: ScheduleEvent): string => `${event.title || 'Untitled'} (${event.externalId})`

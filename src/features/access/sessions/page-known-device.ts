// The cookie of a known device, with which an account has signed in before.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { UserRow } from '../../people/tables.ts'
import { KNOWN_DEVICE_SECONDS } from '../limits.ts'
import { knownDeviceId, rememberAccount } from './known-devices.ts'
import type { WithSecret } from './sessions.ts'

const COOKIE = '__Host-device'
const options = {
  path: '/',
  secure: true,
  httpOnly: true,
  sameSite: 'lax',
  maxAge: KNOWN_DEVICE_SECONDS,
} as const

/** The identifier of the visitor's device, if the account has signed in with it before. */
export const deviceFor = (
  services: WithSecret,
  { cookies }: FastifyRequest,
  user: UserRow | undefined,
): string | undefined => user && knownDeviceId(services, cookies[COOKIE] ?? '', user.id)

/** Remembers that the account has signed in with this device. Signing out does not remove it. */
export const rememberDevice = (
  services: WithSecret,
  { cookies }: FastifyRequest,
  reply: FastifyReply,
  { id }: Pick<UserRow, 'id'>,
) => reply.setCookie(COOKIE, rememberAccount(services, cookies[COOKIE] ?? '', id), options)

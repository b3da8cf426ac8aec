import { defineEndpoint, many, none, one } from '@/contract/endpoint'
import { integer, moment, reference, text } from '@/contract/field'

const area = 'access'
const userId = reference('user', { required: true })
const known = {
  id: text({ required: true }),
  name: text({ required: true }),
  expiresAt: moment({ required: true }),
} as const

/** The tokens of a service account, by name; never the token itself. */
export const serviceTokens = defineEndpoint('serviceToken.list', {
  area,
  routes: 'GET /user/tokens',
  access: 'usersView',
  effect: 'read',
  input: { userId },
  output: many({ ...known, createdAt: moment({ required: true }), seenAt: moment(), address: text() }),
})
/**
 * A new token, told this once: a repeat with the same Idempotency-Key makes no other one and is answered without it. `days`: how
 * long it is good for, a year unless told.
 */
export const makeServiceToken = defineEndpoint('serviceToken.create', {
  area,
  routes: 'POST /user/tokens',
  access: 'usersEdit',
  effect: 'own',
  verified: true,
  input: { userId, name: text({ required: true, max: 60 }), days: integer({ min: 1, max: 1825 }) },
  // `token` is empty for a repeat.
  output: one({ ...known, token: text() }),
})
/** A token is good for nothing from now on. */
export const revokeServiceToken = defineEndpoint('serviceToken.remove', {
  area,
  routes: 'DELETE /user/tokens',
  access: 'usersEdit',
  effect: 'write',
  input: { id: reference('session', { required: true }) },
  output: none,
})

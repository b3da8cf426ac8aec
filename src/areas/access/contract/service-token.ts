import { defineEndpoint, listOutput, noOutput, objectOutput } from '@/contract/endpoint'
import { integer, moment, reference, text } from '@/contract/field'

const area = 'access'
const userId = reference('user', { required: true })
const tokenFields = {
  id: text({ required: true }),
  name: text({ required: true }),
  expiresAt: moment({ required: true }),
} as const

/** Lists the tokens of a service account by name, without the tokens themselves. */
export const serviceTokens = defineEndpoint('serviceToken.list', {
  area,
  routes: 'GET /user/tokens',
  access: 'usersView',
  effect: 'read',
  input: { userId },
  output: listOutput({ ...tokenFields, createdAt: moment({ required: true }), seenAt: moment(), address: text() }),
})
/**
 * Creates a token. Only this answer contains it: a repeated call with the same Idempotency-Key creates no second token,
 * and its answer has a null `token`. `days` is the validity, a year by default.
 */
export const makeServiceToken = defineEndpoint('serviceToken.create', {
  area,
  routes: 'POST /user/tokens',
  access: 'usersEdit',
  effect: 'own',
  reauthentication: true,
  input: { userId, name: text({ required: true, max: 60 }), days: integer({ min: 1, max: 1825 }) },
  output: objectOutput({ ...tokenFields, token: text() }),
})
/** Revokes a token at once. */
export const revokeServiceToken = defineEndpoint('serviceToken.remove', {
  area,
  routes: 'DELETE /user/tokens',
  access: 'usersEdit',
  effect: 'write',
  input: { id: reference('session', { required: true }) },
  output: noOutput,
})

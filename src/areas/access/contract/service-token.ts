import { defineEndpoint, listOutput, noOutput, objectOutput } from '@/contract/endpoint'
import { integer, moment, reference, text } from '@/contract/field'

const area = 'access'
const userId = reference('user', { required: true })
const tokenFields = {
  id: text({ required: true }),
  name: text({ required: true }),
  expiresAt: moment({ required: true }),
} as const

/** Lists names and dates of a service account's tokens, never their secrets. */
export const serviceTokens = defineEndpoint('serviceToken.list', {
  area,
  routes: 'GET /user/tokens',
  access: 'usersView',
  effect: 'read',
  input: { userId },
  output: listOutput({
    ...tokenFields,
    createdAt: moment({ required: true }),
    // Last use of the token, and the IP address that it came from; null if never used.
    seenAt: moment(),
    address: text(),
  }),
})
/**
 * Creates a token. Only this answer contains it: a repeated call with the same Idempotency-Key creates no second token,
 * and its answer has a null `token`. `days` is the validity, a year by default.
 */
export const createServiceToken = defineEndpoint('serviceToken.create', {
  area,
  routes: 'POST /user/tokens',
  access: 'usersEdit',
  effect: 'ownTransactions',
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
  // A token is the secret of a session that belongs to the service account.
  input: { id: reference('session', { required: true }) },
  output: noOutput,
})

import { defineEndpoint, noOutput, objectOutput } from '@/contract/endpoint'
import { flag, integer, list, moment, reference, text } from '@/contract/field'

const area = 'access'
const password = text({ required: true, max: 128, secret: true })
const code = text({ required: true, max: 40, secret: true })

/** Returns the state of the caller's second factor; `recoveryLeft` is the number of unused recovery codes. */
export const ownFactor = defineEndpoint('session.factor', {
  area,
  routes: 'GET /user/second_factor',
  access: 'signedIn',
  effect: 'read',
  allowedBeforeSecondFactor: true,
  output: objectOutput({
    enrolled: flag({ required: true }),
    required: flag({ required: true }),
    since: moment(),
    recoveryLeft: integer({ required: true }),
  }),
})
/**
 * Proposes a secret for an authenticator app. `confirmFactor` activates the secret. A repeated call proposes a new
 * secret. A caller with an active factor must also pass a code of that factor; without one, the call is refused with
 * `secondFactor` in the refusal's data.
 */
export const beginFactor = defineEndpoint('session.factorBegin', {
  area,
  routes: 'POST /user/second_factor/begin',
  access: 'signedIn',
  effect: 'ownTransactions',
  allowedBeforeSecondFactor: true,
  input: { password, code: text({ max: 40, secret: true }) },
  output: objectOutput({ secret: text({ required: true }), uri: text({ required: true, max: 400 }) }),
})
/**
 * Activates the proposed secret if `code` was calculated from it (RFC 6238). This is the only answer that contains the
 * recovery codes.
 */
export const confirmFactor = defineEndpoint('session.factorConfirm', {
  area,
  routes: 'POST /user/second_factor',
  access: 'signedIn',
  effect: 'ownTransactions',
  allowedBeforeSecondFactor: true,
  input: { code },
  output: objectOutput({ recoveryCodes: list({ code: text({ required: true }) }) }),
})
/** Removes the caller's second factor, unless the role requires one. */
export const removeFactor = defineEndpoint('session.factorRemove', {
  area,
  routes: 'POST /user/second_factor/remove',
  access: 'signedIn',
  effect: 'ownTransactions',
  input: { password, code },
  output: noOutput,
})
/**
 * An administrator removes a lost second factor; the person sets up a new one at the next sign-in. All sessions of the
 * person end.
 */
export const resetFactor = defineEndpoint('user.resetFactor', {
  area,
  routes: 'POST /user/reset_second_factor',
  access: 'usersEdit',
  effect: 'write',
  reauthentication: true,
  input: { id: reference('user', { required: true }) },
  output: noOutput,
})

import { defineEndpoint, none, one } from '@/contract/endpoint'
import { flag, integer, list, moment, reference, text } from '@/contract/field'

const area = 'access'
const password = text({ required: true, max: 128, secret: true })
const code = text({ required: true, max: 40, secret: true })

/** Whether one has a second factor, whether one's role asks for it, and how many recovery codes are left. */
export const ownFactor = defineEndpoint('session.factor', {
  area,
  routes: 'GET /user/second_factor',
  access: 'signedIn',
  effect: 'read',
  beforeFactor: true,
  output: one({
    enrolled: flag({ required: true }),
    required: flag({ required: true }),
    since: moment(),
    recoveryLeft: integer({ required: true }),
  }),
})
/**
 * Proposes a secret for an authenticator app; in force once a code of it is confirmed. A repeat proposes another one. Where one
 * is in force already, a code of it (or a recovery code) is needed: without one `data.secondFactor` asks for it.
 */
export const beginFactor = defineEndpoint('session.factorBegin', {
  area,
  routes: 'POST /user/second_factor/begin',
  access: 'signedIn',
  effect: 'own',
  beforeFactor: true,
  input: { password, code: text({ max: 40, secret: true }) },
  output: one({ secret: text({ required: true }), uri: text({ required: true, max: 400 }) }),
})
/** Confirms the proposed secret by a code of it (RFC 6238). The recovery codes are told this once. */
export const confirmFactor = defineEndpoint('session.factorConfirm', {
  area,
  routes: 'POST /user/second_factor',
  access: 'signedIn',
  effect: 'own',
  beforeFactor: true,
  input: { code },
  output: one({ recoveryCodes: list({ code: text({ required: true }) }) }),
})
/** Gives the second factor up; not where one's role asks for it. */
export const removeFactor = defineEndpoint('session.factorRemove', {
  area,
  routes: 'POST /user/second_factor/remove',
  access: 'signedIn',
  effect: 'own',
  input: { password, code },
  output: none,
})
/** The administrator takes a second factor that was lost; the person sets up another at the next sign-in. All sessions of the person end. */
export const resetFactor = defineEndpoint('user.resetFactor', {
  area,
  routes: 'POST /user/reset_second_factor',
  access: 'usersEdit',
  effect: 'write',
  verified: true,
  input: { id: reference('user', { required: true }) },
  output: none,
})

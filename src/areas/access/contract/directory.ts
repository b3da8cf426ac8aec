/** Endpoints to sign in with an account of the plant's own directory (OpenID Connect). */
import { defineEndpoint, noOutput, objectOutput } from '@/contract/endpoint'
import { moment, reference, text } from '@/contract/field'
import { login } from './session'

/**
 * Maximum calls per minute from one address. Enough for a whole shift that shares an address, too few to fill the table
 * of flows.
 */
const MAX_CALLS_PER_MINUTE = 60

/** Returns the directory's name for the login page; null if the plant has no directory. */
export const directoryOffer = defineEndpoint('directory.offer', {
  area: 'access',
  routes: 'GET /user/directory',
  access: 'public',
  effect: 'read',
  output: objectOutput({ name: text() }),
})
/** Starts a sign-in flow. Returns the URL for the browser, and as `flow` a secret that only this browser knows. */
export const directoryBegin = defineEndpoint('directory.begin', {
  area: 'access',
  routes: 'POST /user/directory_begin',
  access: 'public',
  effect: 'ownTransactions',
  maxCallsPerMinute: MAX_CALLS_PER_MINUTE,
  output: objectOutput({ url: text({ required: true }), flow: text({ required: true }) }),
})
/** Finishes a flow with the parameters that the directory passed to the browser. The answer is that of `login`. */
export const directoryLogin = defineEndpoint('directory.login', {
  area: 'access',
  routes: 'POST /user/directory_login',
  access: 'public',
  effect: 'ownTransactions',
  maxCallsPerMinute: MAX_CALLS_PER_MINUTE,
  input: {
    flow: text({ required: true, max: 100, secret: true }),
    state: text({ required: true, max: 200, secret: true }),
    // Authorization code of the directory for the first attempt. Later attempts, e.g. with a second factor, omit it.
    grant: text({ max: 2000, secret: true }),
    // Password of the account, needed once to link it. A refusal with `linkPassword` in its data asks for the password.
    password: text({ max: 128, secret: true }),
    // Code of the authenticator app or a recovery code, as at a login with a password.
    code: text({ max: 40, secret: true }),
    device: text({ max: 120 }),
  },
  output: login.output,
})

const id = reference('user', { required: true })
/**
 * Returns the directory link of an account, and the pending request for a link. A subject is the directory's permanent
 * identifier of a person.
 */
export const readDirectoryLink = defineEndpoint('user.directoryLink', {
  area: 'access',
  routes: 'GET /user/directory_link',
  access: 'usersView',
  effect: 'read',
  input: { id },
  output: objectOutput({
    linkedSubject: text(),
    linkedSince: moment(),
    requestSubject: text(),
    // Full name and user name in the directory.
    requestName: text(),
    requestedAt: moment(),
  }),
})
/** An administrator confirms that the account belongs to this person of the directory. */
export const confirmDirectoryLink = defineEndpoint('user.confirmDirectoryLink', {
  area: 'access',
  routes: 'POST /user/directory_link',
  access: 'usersEdit',
  effect: 'write',
  reauthentication: true,
  // `requestSubject` that the administrator saw. The call is refused if another request has replaced it since.
  input: { id, subject: text({ required: true, max: 300 }) },
  output: noOutput,
})
/** Removes the link or the pending request. Removing a link ends the account's sessions. */
export const removeDirectoryLink = defineEndpoint('user.removeDirectoryLink', {
  area: 'access',
  routes: 'DELETE /user/directory_link',
  access: 'usersEdit',
  effect: 'write',
  reauthentication: true,
  input: { id },
  output: noOutput,
})

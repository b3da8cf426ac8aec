/** Signing in with an account of the plant's own directory (OpenID Connect). */
import { defineEndpoint, none, one } from '@/contract/endpoint'
import { moment, reference, text } from '@/contract/field'
import { login } from './session'

/** Calls a minute from one address: a whole shift may sign in from behind one, and nobody fills the table of flows. */
const MAX_PER_MINUTE = 60

/** What the login page offers: the directory's name, or null where the plant has none. */
export const directoryOffer = defineEndpoint('directory.offer', {
  area: 'access',
  routes: 'GET /user/directory',
  access: 'public',
  effect: 'read',
  output: one({ name: text() }),
})
/** Begins: where to send the browser, and the flow that only this browser knows. */
export const directoryBegin = defineEndpoint('directory.begin', {
  area: 'access',
  routes: 'POST /user/directory_begin',
  access: 'public',
  effect: 'own',
  perMinute: MAX_PER_MINUTE,
  output: one({ url: text({ required: true }), flow: text({ required: true }) }),
})
/** Ends: with what the directory sent the browser back with. Answers as a login does. */
export const directoryLogin = defineEndpoint('directory.login', {
  area: 'access',
  routes: 'POST /user/directory_login',
  access: 'public',
  effect: 'own',
  perMinute: MAX_PER_MINUTE,
  input: {
    flow: text({ required: true, max: 100, secret: true }),
    state: text({ required: true, max: 200, secret: true }),
    // Of the directory. Used once: asked for a second factor, the person is known already.
    grant: text({ max: 2000, secret: true }),
    // Of the account, when somebody of the directory opens it for the first time: asked for by a refusal with `linkPassword` in its data.
    password: text({ max: 128, secret: true }),
    // Of the authenticator app, or a recovery code, as at a login with a password.
    code: text({ max: 40, secret: true }),
    device: text({ max: 120 }),
  },
  output: login.output,
})

const id = reference('user', { required: true })
/** Who of the directory an account belongs to, and who asks for it without being linked yet. */
export const readDirectoryLink = defineEndpoint('user.directoryLink', {
  area: 'access',
  routes: 'GET /user/directory_link',
  access: 'usersView',
  effect: 'read',
  input: { id },
  output: one({
    linkedSubject: text(),
    linkedSince: moment(),
    requestSubject: text(),
    // Full name and user name in the directory.
    requestName: text(),
    requestedAt: moment(),
  }),
})
/** The administrator confirms that a person of the directory is the one whose account it is. */
export const confirmDirectoryLink = defineEndpoint('user.confirmDirectoryLink', {
  area: 'access',
  routes: 'POST /user/directory_link',
  access: 'usersEdit',
  effect: 'write',
  verified: true,
  // `subject` of the request that was shown: another one may have come since.
  input: { id, subject: text({ required: true, max: 300 }) },
  output: none,
})
/** Takes the link, or the request for one, away. The account's sessions end. */
export const removeDirectoryLink = defineEndpoint('user.removeDirectoryLink', {
  area: 'access',
  routes: 'DELETE /user/directory_link',
  access: 'usersEdit',
  effect: 'write',
  verified: true,
  input: { id },
  output: none,
})

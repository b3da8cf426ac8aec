import { defineEndpoint, listOutput, noOutput, objectOutput } from '@/contract/endpoint'
import { flag, image, list, moment, reference, text } from '@/contract/field'
import { menuNodeFields } from './role'

/**
 * Signs in. `list` is the menu tree of the role, including buttons as type 4. The specification fixes the field names.
 */
export const login = defineEndpoint('session.login', {
  area: 'access',
  routes: 'POST /user/login',
  access: 'public',
  effect: 'ownTransactions',
  input: {
    // Login name.
    username: text({ required: true, max: 200 }),
    password: text({ required: true, max: 128, secret: true }),
    device: text({ max: 120 }),
    // Code of the authenticator app or a recovery code. A refusal with `secondFactor` in its data asks for it.
    code: text({ max: 40, secret: true }),
  },
  output: objectOutput({
    token: text({ required: true }),
    userid: text({ required: true }),
    // Login name.
    userName: text({ required: true }),
    nickname: text(),
    // Name to show in English: the person's English name. Null if the person chose a nickname.
    nicknameEn: text(),
    role_id: text({ required: true }),
    // True for a super user, who holds every permission.
    is_sup: flag({ required: true }),
    mustChangePassword: flag({ required: true }),
    // The person must set up a second factor before any other call.
    mustEnrol: flag({ required: true }),
    list: list(menuNodeFields),
    serverTime: moment({ required: true }),
    timeZone: text({ required: true }),
  }),
})
/** Ends the caller's session. */
export const logout = defineEndpoint('session.logout', {
  area: 'access',
  routes: 'POST /user/logout',
  access: 'signedIn',
  effect: 'write',
  allowedBeforePasswordChange: true,
  output: noOutput,
})
/**
 * Changes the caller's password and ends the caller's other sessions. A repeated call with the same idempotency key
 * succeeds if `newPassword` is already the current password.
 */
export const changePassword = defineEndpoint('session.password', {
  area: 'access',
  routes: 'POST /user/password',
  access: 'signedIn',
  effect: 'ownTransactions',
  allowedBeforePasswordChange: true,
  input: {
    oldPassword: text({ required: true, max: 128, secret: true }),
    newPassword: text({ required: true, max: 128, secret: true }),
  },
  output: noOutput,
})
/** Returns the caller's own account. Needs no permission, unlike the list of accounts. */
export const ownAccount = defineEndpoint('session.account', {
  area: 'access',
  routes: 'GET /user/info',
  access: 'signedIn',
  effect: 'read',
  output: objectOutput({
    // Login name.
    userName: text({ required: true }),
    // The person's name, Chinese and English.
    accountName: text({ required: true }),
    accountNameEn: text(),
    nickname: text(),
    phone: text(),
    photo: image({ max: 1 }),
    role: text(),
    department: text(),
    team: text(),
  }),
})
/** Updates the caller's nickname, phone and photo. */
export const updateOwnAccount = defineEndpoint('session.info', {
  area: 'access',
  routes: 'PUT /user/info',
  access: 'signedIn',
  effect: 'write',
  partial: true,
  input: { nickname: text({ max: 60 }), phone: text({ max: 20, format: 'phone' }), photo: image({ max: 1 }) },
  output: objectOutput({ nickname: text(), phone: text(), photo: image({ max: 1 }) }),
})
/**
 * Checks the caller's password before a call of an endpoint with `reauthentication`. The session stays verified for the
 * configured minutes. A repeated call checks the password again, even with the same idempotency key.
 */
export const verification = defineEndpoint('session.verification', {
  area: 'access',
  routes: 'POST /user/verification',
  access: 'signedIn',
  effect: 'ownTransactions',
  input: { password: text({ required: true, max: 128, secret: true }) },
  output: objectOutput({ verified: flag({ required: true }) }),
})
/** Lists the devices on which the caller is signed in. */
export const sessions = defineEndpoint('session.list', {
  area: 'access',
  routes: 'GET /user/sessions',
  access: 'signedIn',
  effect: 'read',
  output: listOutput({
    id: text({ required: true }),
    device: text(),
    // IP address of the login.
    address: text(),
    createdAt: moment(),
    // Time of the last call.
    seenAt: moment(),
    current: flag({ required: true }),
    // The device is subscribed: it receives push notices while the app is closed.
    called: flag({ required: true }),
  }),
})
/**
 * Returns the public key of the server's push messages, which browsers call `applicationServerKey`. The server creates
 * the key pair on first use. A device fetches the key before `subscribePush`.
 */
export const getPushKey = defineEndpoint('session.pushBegin', {
  area: 'access',
  routes: 'POST /user/push_begin',
  access: 'signedIn',
  effect: 'write',
  input: {},
  output: objectOutput({ key: text({ required: true }) }),
})
/** Subscribes the caller's device to push notices until it signs out. The input is the browser's push subscription. */
export const subscribePush = defineEndpoint('session.pushStart', {
  area: 'access',
  routes: 'POST /user/push',
  access: 'signedIn',
  effect: 'write',
  input: {
    endpoint: text({ required: true, max: 1000, secret: true }),
    p256dh: text({ required: true, max: 100, secret: true }),
    auth: text({ required: true, max: 50, secret: true }),
  },
  output: noOutput,
})
/** Unsubscribes the caller's device from push notices. */
export const unsubscribePush = defineEndpoint('session.pushEnd', {
  area: 'access',
  routes: 'DELETE /user/push',
  access: 'signedIn',
  effect: 'write',
  input: {},
  output: noOutput,
})
/** Ends one of the caller's sessions. */
export const endSession = defineEndpoint('session.end', {
  area: 'access',
  routes: 'DELETE /user/sessions',
  access: 'signedIn',
  effect: 'write',
  input: { id: reference('session', { required: true }) },
  output: noOutput,
})

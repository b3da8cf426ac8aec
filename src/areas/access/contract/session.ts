import { defineEndpoint, many, none, one } from '@/contract/endpoint'
import { flag, image, list, moment, reference, text } from '@/contract/field'
import { menuNode } from './menu-node'

/** `list` is the menu tree cut to the role, buttons included as type 4. */
export const login = defineEndpoint('session.login', {
  area: 'access',
  routes: 'POST /user/login',
  access: 'public',
  effect: 'own',
  input: {
    username: text({ required: true, max: 200 }),
    password: text({ required: true, max: 128, secret: true }),
    device: text({ max: 120 }),
    // Of the authenticator app, or a recovery code: asked for by a refusal with `secondFactor` in its data.
    code: text({ max: 40, secret: true }),
  },
  output: one({
    token: text({ required: true }),
    userid: text({ required: true }),
    userName: text({ required: true }),
    nickname: text(),
    // For readers of English, where the person chose no nickname.
    nicknameEn: text(),
    role_id: text({ required: true }),
    is_sup: flag({ required: true }),
    mustChangePassword: flag({ required: true }),
    /** A second factor has to be set up before anything else. */
    mustEnrol: flag({ required: true }),
    list: list(menuNode),
    serverTime: moment({ required: true }),
    timeZone: text({ required: true }),
  }),
})
export const logout = defineEndpoint('session.logout', {
  area: 'access',
  routes: 'POST /user/logout',
  access: 'signedIn',
  effect: 'write',
  beforePassword: true,
  output: none,
})
/** Own password. Every other session of the person ends. A repeat with the same key is known by the new password being the one that holds. */
export const changePassword = defineEndpoint('session.password', {
  area: 'access',
  routes: 'POST /user/password',
  access: 'signedIn',
  effect: 'own',
  beforePassword: true,
  input: {
    oldPassword: text({ required: true, max: 128, secret: true }),
    newPassword: text({ required: true, max: 128, secret: true }),
  },
  output: none,
})
/** Who one is: for the page of the own account, which needs no right to see other people. */
export const ownAccount = defineEndpoint('session.account', {
  area: 'access',
  routes: 'GET /user/info',
  access: 'signedIn',
  effect: 'read',
  output: one({
    userName: text({ required: true }),
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
/** Own nickname, phone and picture. */
export const ownInfo = defineEndpoint('session.info', {
  area: 'access',
  routes: 'PUT /user/info',
  access: 'signedIn',
  effect: 'write',
  partial: true,
  input: { nickname: text({ max: 60 }), phone: text({ max: 20, format: 'phone' }), photo: image({ max: 1 }) },
  output: one({ nickname: text(), phone: text(), photo: image({ max: 1 }) }),
})
/**
 * Re-enter one's password before something dangerous (endpoints that are `verified`); good on this session for the
 * minutes of the setting. A repeat simply looks again, whatever key it carries.
 */
export const verification = defineEndpoint('session.verification', {
  area: 'access',
  routes: 'POST /user/verification',
  access: 'signedIn',
  effect: 'own',
  input: { password: text({ required: true, max: 128, secret: true }) },
  output: one({ verified: flag({ required: true }) }),
})
/** The devices on which one is signed in. */
export const sessions = defineEndpoint('session.list', {
  area: 'access',
  routes: 'GET /user/sessions',
  access: 'signedIn',
  effect: 'read',
  output: many({
    id: text({ required: true }),
    device: text(),
    address: text(),
    createdAt: moment(),
    seenAt: moment(),
    current: flag({ required: true }),
    // Notices come to it while the app is closed.
    called: flag({ required: true }),
  }),
})
/** The open half of the key that this server signs its calls to phones with, as a browser's `applicationServerKey`; made on first use. */
export const beginPush = defineEndpoint('session.pushBegin', {
  area: 'access',
  routes: 'POST /user/push_begin',
  access: 'signedIn',
  effect: 'write',
  input: {},
  output: one({ key: text({ required: true }) }),
})
/** Notices come to this device while the app is closed, through the push service of its browser; until it is signed out. */
export const startPush = defineEndpoint('session.pushStart', {
  area: 'access',
  routes: 'POST /user/push',
  access: 'signedIn',
  effect: 'write',
  input: {
    endpoint: text({ required: true, max: 1000, secret: true }),
    p256dh: text({ required: true, max: 100, secret: true }),
    auth: text({ required: true, max: 50, secret: true }),
  },
  output: none,
})
/** They come no more. */
export const endPush = defineEndpoint('session.pushEnd', {
  area: 'access',
  routes: 'DELETE /user/push',
  access: 'signedIn',
  effect: 'write',
  input: {},
  output: none,
})
export const endSession = defineEndpoint('session.end', {
  area: 'access',
  routes: 'DELETE /user/sessions',
  access: 'signedIn',
  effect: 'write',
  input: { id: reference('session', { required: true }) },
  output: none,
})

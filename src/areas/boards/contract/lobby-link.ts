import { defineEndpoint, listOutput, noOutput, objectOutput } from '@/contract/endpoint'
import { choice, moment, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { linkStates } from '../rules/large-screen'

const area = 'boards'
const managePermission = 'dataCenterSetTime'
const nameFields = {
  name: text({ required: true, max: 60 }),
  place: text({ max: 120 }),
} as const
const historyFields = {
  expiresAt: moment({ required: true, readonly: true }),
  enteredAt: moment({ readonly: true }),
  enteredFrom: text({ max: 60, readonly: true }),
  revokedAt: moment({ readonly: true }),
  revokedBy: reference('user', { readonly: true }),
} as const
/** 大屏链接: a link that admits one screen, once. Only a hash of its secret is stored. */
export const lobbyLink = defineResource('lobbyLink', {
  area,
  fields: {
    ...nameFields,
    ...historyFields,
    secretHash: text({ max: 64, required: true, readonly: true, hidden: true, fingerprint: true }),
    sessionId: text({ max: 36, readonly: true, hidden: true }),
  },
  title: ['name'],
  unique: [['secretHash']],
  sort: '-createdAt',
})
/** 大屏链接: all links with their state and when their screen was last seen. */
export const lobbyLinkList = defineEndpoint('lobbyLink.screens', {
  area,
  routes: 'GET /plant/lobby_link',
  access: managePermission,
  effect: 'read',
  output: listOutput({
    id: text({ required: true }),
    ...nameFields,
    state: choice(linkStates, { required: true }),
    createdAt: moment({ required: true }),
    createdBy: text({ nameOfRow: 'user' }),
    expiresAt: moment({ required: true }),
    enteredAt: moment(),
    enteredFrom: text(),
    revokedAt: moment(),
    seenAt: moment(),
  }),
})
/**
 * Creates a link for one screen. Only this answer contains the secret, which is valid for a day. A repeated call creates
 * another link.
 */
export const makeLobbyLink = defineEndpoint('lobbyLink.make', {
  area,
  routes: 'POST /plant/lobby_link',
  access: managePermission,
  effect: 'ownTransactions',
  reauthentication: true,
  input: nameFields,
  output: objectOutput({
    id: text({ required: true }),
    name: text({ required: true }),
    expiresAt: moment({ required: true }),
    secret: text({ required: true }),
  }),
})
/** Revokes a link and ends the session of its screen at once. */
export const revokeLobbyLink = defineEndpoint('lobbyLink.revoke', {
  area,
  routes: 'DELETE /plant/lobby_link',
  access: managePermission,
  effect: 'write',
  input: { id: reference('lobbyLink', { required: true }) },
  output: noOutput,
})
/** Exchanges the secret of a link for a session that can only see the large screens. A second use is refused. */
export const enterLobby = defineEndpoint('lobbyLink.enter', {
  area,
  routes: 'POST /plant/lobby_enter',
  access: 'public',
  effect: 'write',
  input: { secret: text({ required: true, max: 100, secret: true }) },
  output: objectOutput({ token: text({ required: true }), name: text({ required: true }) }),
})
export const lobbyLinkEndpoints = [lobbyLinkList, makeLobbyLink, revokeLobbyLink, enterLobby] as const

import type { FastifyInstance } from 'fastify'
import websocket from '@fastify/websocket'
import type { WebSocket } from 'ws'
import { STORED_FILE_TOPIC } from '@/contract/kit'
import { errno } from '@/contract/errno'
import { canCall } from '@/contract/endpoint'
import type { LiveMessage } from '@/contract/sync'
import type { Application } from '../application'
import type { Person } from '../context'
import { recordSpans } from '../traces'
import type { LiveNotice } from './change-feed'

interface LiveConnection {
  socket: WebSocket
  person: Person
  token: string
}
/** Time within which a new socket must authenticate. */
const HELLO_TIMEOUT_MS = 5_000
/** A peer that does not close its end is cut off after this time; the library would wait 30 s. */
const CLOSE_TIMEOUT_MS = 1_000
const RECHECK_INTERVAL_MS = 30_000
const MAX_TOKEN_LENGTH = 200
/** Close code for a missing, unknown or expired token. */
const SIGNED_OUT_CODE = 4401
/** Standard close codes of RFC 6455. */
const INTERNAL_ERROR_CODE = 1011
const TRY_AGAIN_LATER_CODE = 1013
/** Close code for a person who must first change the password or set up a second factor. */
const PASSWORD_FIRST_CODE = 4403
/** Close code for a socket replaced by a newer screen of the same person. */
const TOO_MANY_SCREENS_CODE = 4408
/** Resources that determine identity and permissions. */
const RIGHTS_RESOURCES: ReadonlySet<string> = new Set(['session', 'user', 'role', 'menu'])

/**
 * Registers `/api/polling_check`: one socket per signed-in screen. The token comes in the Authorization header, or in the
 * first message `{"token": "…"}`, because browsers cannot set headers of a socket. With `"ago": ms` the screen first gets
 * all changes of the last `ago` milliseconds, which it missed before it connected. A screen receives changes only of
 * resources that its person may list, and of stored files.
 */
export async function registerLive(http: FastifyInstance, app: Application): Promise<void> {
  await http.register(websocket, { options: { maxPayload: 4096 } })
  const connections = new Set<LiveConnection>()
  const broadcast = (resources: string[], notices: LiveNotice[], traceparents: readonly string[]): void => {
    recordSpans('live sockets', { 'live.sockets': connections.size, 'live.resources': resources }, traceparents)
    const sentAt = app.clock().toISOString()
    for (const connection of connections) {
      const visibleResources = resources.filter((resource) => canReceive(app, resource, connection.person))
      if (visibleResources.length)
        sendMessage(connection.socket, { type: 'changed', resources: visibleResources, at: sentAt })
      for (const { notice, id, title, keys, to, notTo } of notices) {
        const isRecipient = notTo !== connection.person.id && (!to || to.includes(connection.person.id))
        if (isRecipient && canCall(keys, connection.person))
          sendMessage(connection.socket, { type: 'notice', notice, id, title, at: sentAt })
      }
    }
  }
  const recheckConnection = async (connection: LiveConnection): Promise<void> => {
    try {
      const person = await app.authenticate(connection.token, { address: null })
      if (person && person !== 'expired') {
        if (person.mustChange || person.mustEnrol) {
          connections.delete(connection)
          return connection.socket.close(PASSWORD_FIRST_CODE)
        }
        // The person's own menu has changed, even if they may not list menus.
        if (!hasSameRights(connection.person, person))
          sendMessage(connection.socket, { type: 'changed', resources: ['menu'], at: app.clock().toISOString() })
        connection.person = person
        return
      }
    } catch (error) {
      // An unverified connection must receive nothing; the screen reconnects.
      app.log.warn({ err: error }, 'a live seat could not be checked')
      connections.delete(connection)
      connection.socket.close(TRY_AGAIN_LATER_CODE)
      return
    }
    connections.delete(connection)
    sendMessage(connection.socket, { type: 'signedOut', errno: errno.expired })
    connection.socket.close(SIGNED_OUT_CODE)
  }
  const getRightsVersions = (): string => [...RIGHTS_RESOURCES].map((name) => app.changes.getVersion(name)).join()
  const recheckAll = async (): Promise<void> => {
    for (const connection of connections) await recheckConnection(connection)
  }
  /** Time of the last change of each resource, ms of `performance.now`. */
  const lastChangeByResource = new Map<string, number>()
  /** Sends a new connection all changes since it began reading. Changed permissions count as a change of its menu. */
  const sendMissedChanges = (connection: LiveConnection, msSinceReadBegan: number): void => {
    const readingBeganAt = performance.now() - msSinceReadBegan
    const missedResources = [...lastChangeByResource].flatMap(([resource, changedAt]) =>
      changedAt >= readingBeganAt ? [resource] : [],
    )
    const visibleResources = new Set(missedResources.filter((resource) => canReceive(app, resource, connection.person)))
    if (missedResources.some((resource) => RIGHTS_RESOURCES.has(resource))) visibleResources.add('menu')
    if (visibleResources.size)
      sendMessage(connection.socket, {
        type: 'changed',
        resources: [...visibleResources],
        at: app.clock().toISOString(),
      })
  }
  const unsubscribe = app.changes.subscribe((resources, notices, traceparents) => {
    for (const resource of resources) lastChangeByResource.set(resource, performance.now())
    // Apply ended sessions and revoked permissions before broadcasting anything.
    if (connections.size && resources.some((resource) => RIGHTS_RESOURCES.has(resource)))
      void recheckAll().then(() => broadcast(resources, notices, traceparents))
    else broadcast(resources, notices, traceparents)
  })
  const timer = setInterval(() => {
    for (const connection of connections) connection.socket.ping()
    void recheckAll()
  }, RECHECK_INTERVAL_MS).unref()
  http.addHook('onClose', () => {
    clearInterval(timer)
    unsubscribe()
  })

  await http.register(async (scope) => {
    scope.get('/api/polling_check', { websocket: true, config: { isPublic: true } }, (socket, request) => {
      const openConnection = async ({ token, msSinceReadBegan }: FirstMessage): Promise<void> => {
        const rightsVersionsBefore = getRightsVersions()
        const person = await app.authenticate(token, { address: request.ip })
        if (!person || person === 'expired') {
          sendMessage(socket, { type: 'signedOut', errno: errno.expired })
          rejectSocket(socket)
          return
        }
        if (person.mustChange || person.mustEnrol) return socket.close(PASSWORD_FIRST_CODE) // the screen retries
        if (socket.readyState !== socket.OPEN) return // closed during authentication
        const connection: LiveConnection = { socket, person, token }
        closeOldestConnections(connections, person, app.sessions.maxPerPerson)
        connections.add(connection)
        socket.on('close', () => connections.delete(connection))
        sendMessage(socket, { type: 'hello', at: app.clock().toISOString() })
        if (msSinceReadBegan > 0) sendMissedChanges(connection, msSinceReadBegan)
        // Changes during authentication did not reach this connection.
        if (getRightsVersions() !== rightsVersionsBefore) await recheckConnection(connection)
      }
      const closeWithError = (error: unknown): void => {
        app.log.warn({ err: error }, 'a live socket failed')
        socket.close(INTERNAL_ERROR_CODE)
      }
      socket.on('error', closeWithError)
      if (request.headers.authorization) {
        openConnection({ token: request.headers.authorization, msSinceReadBegan: 0 }).catch(closeWithError)
        return
      }
      const helloTimer = setTimeout(() => rejectSocket(socket), HELLO_TIMEOUT_MS - CLOSE_TIMEOUT_MS)
      socket.once('message', (data: Buffer) => {
        clearTimeout(helloTimer)
        const firstMessage = parseFirstMessage(data)
        if (firstMessage) openConnection(firstMessage).catch(closeWithError)
        else rejectSocket(socket)
      })
      socket.once('close', () => clearTimeout(helloTimer))
    })
  })
}
/**
 * Closes a person's oldest connections to make room for a new one. Wall screens are exempt: they share one account,
 * with a session each.
 */
function closeOldestConnections(connections: Set<LiveConnection>, person: Person, maxConnections: number): void {
  const ownConnections = [...connections].filter((connection) => connection.person.id === person.id && !person.isScreen)
  for (const connection of ownConnections.slice(0, Math.max(0, ownConnections.length - maxConnections + 1))) {
    connections.delete(connection)
    connection.socket.close(TOO_MANY_SCREENS_CODE)
  }
}
/** Closes an unauthenticated socket, whose peer may never answer the close. */
function rejectSocket(socket: WebSocket): void {
  socket.close(SIGNED_OUT_CODE)
  setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS).unref()
}
const hasSameRights = (a: Person, b: Person): boolean =>
  a.isSup === b.isSup &&
  (a.keys === b.keys || (a.keys.size === b.keys.size && [...a.keys].every((key) => b.keys.has(key))))
const sendMessage = (socket: WebSocket, message: LiveMessage): void => {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
}
/** True if a person may learn that a resource changed. Changes of stored files are announced to everybody. */
function canReceive(app: Application, resource: string, person: Person): boolean {
  if (resource === STORED_FILE_TOPIC) return true
  const list = app.endpoints.get(`${resource}.list`)
  return list ? canCall(list.endpoint.access, person) : false
}
/**
 * A screen's first message. `msSinceReadBegan` (`ago` on the wire): time since the screen began reading its data, 0 if
 * it does not ask for missed changes.
 */
interface FirstMessage {
  token: string
  msSinceReadBegan: number
}
function parseFirstMessage(data: Buffer): FirstMessage | null {
  try {
    const { token, ago } = JSON.parse(data.toString('utf8')) as { token?: unknown; ago?: unknown }
    if (typeof token !== 'string' || token.length > MAX_TOKEN_LENGTH) return null
    return { token, msSinceReadBegan: typeof ago === 'number' && ago > 0 ? ago : 0 }
  } catch {
    return null // not JSON, so not from our client
  }
}

import type { FastifyInstance } from 'fastify'
import websocket from '@fastify/websocket'
import type { WebSocket } from 'ws'
import { FILES } from '@/contract/kit'
import { errno } from '@/contract/errno'
import { mayCall } from '@/contract/endpoint'
import type { LiveMessage } from '@/contract/sync'
import type { Application } from '../application'
import type { Person } from '../context'
import type { Notice } from './changes'

interface Seat {
  socket: WebSocket
  person: Person
  token: string
}
/** Time within which a new socket must authenticate. */
const HELLO_MS = 5_000
/** A peer that does not close its end is cut off after this time; the library would wait 30 s. */
const CLOSING_MS = 1_000
const RECHECK_MS = 30_000
/** Close code for a person who must first change the password or set up a second factor. */
const PASSWORD_FIRST = 4403
/** Close code for a socket replaced by a newer screen of the same person. */
const TOO_MANY = 4408
/** Resources that determine identity and permissions. */
const RIGHTS: ReadonlySet<string> = new Set(['session', 'user', 'role', 'menu'])

/**
 * Registers `/api/polling_check`: one socket per signed-in screen. The token comes in the Authorization header or,
 * since browsers cannot set one here, as the first message `{"token": "…"}`. With `"ago": ms` the screen is sent at
 * once all changes of that time, which it missed before it connected. A screen receives only resources that its person
 * may list, and news of stored files.
 */
export async function registerLive(http: FastifyInstance, app: Application): Promise<void> {
  await http.register(websocket, { options: { maxPayload: 4096 } })
  const seats = new Set<Seat>()
  const tell = (resources: string[], notices: Notice[]): void => {
    const at = app.clock().toISOString()
    for (const seat of seats) {
      const seen = resources.filter((r) => mayHear(app, r, seat.person))
      if (seen.length) say(seat.socket, { type: 'changed', resources: seen, at })
      for (const n of notices)
        if (mayCall(n.keys, seat.person) && n.notTo !== seat.person.id && (!n.to || n.to.includes(seat.person.id)))
          say(seat.socket, { type: 'notice', notice: n.notice, id: n.id, title: n.title, at })
    }
  }
  const recheck = async (seat: Seat): Promise<void> => {
    try {
      const person = await app.authenticate(seat.token, { address: null })
      if (person && person !== 'expired') {
        if (person.mustChange || person.mustEnrol) {
          seats.delete(seat)
          return seat.socket.close(PASSWORD_FIRST)
        }
        // The person's own menu has changed, even if they may not list menus.
        if (!sameRights(seat.person, person))
          say(seat.socket, { type: 'changed', resources: ['menu'], at: app.clock().toISOString() })
        seat.person = person
        return
      }
    } catch (error) {
      // an unverified connection must receive nothing; the screen reconnects
      app.log.warn({ err: error }, 'a live seat could not be checked')
      seats.delete(seat)
      seat.socket.close(1013)
      return
    }
    seats.delete(seat)
    say(seat.socket, { type: 'signedOut', errno: errno.expired })
    seat.socket.close(4401)
  }
  const rights = (): string => [...RIGHTS].map((name) => app.changes.version(name)).join()
  const recheckAll = async (): Promise<void> => {
    for (const seat of seats) await recheck(seat)
  }
  /** Time of the last change of each resource, ms of `performance.now`. */
  const changedAt = new Map<string, number>()
  /** Sends a new connection all changes since it began reading. Changed permissions count as a change of its menu. */
  const catchUp = (seat: Seat, ago: number): void => {
    const since = performance.now() - ago
    const missed = [...changedAt].flatMap(([resource, at]) => (at >= since ? [resource] : []))
    const seen = new Set(missed.filter((r) => mayHear(app, r, seat.person)))
    if (missed.some((r) => RIGHTS.has(r))) seen.add('menu')
    if (seen.size) say(seat.socket, { type: 'changed', resources: [...seen], at: app.clock().toISOString() })
  }
  const stop = app.changes.listen((resources, notices) => {
    for (const resource of resources) changedAt.set(resource, performance.now())
    // Apply ended sessions and revoked permissions before broadcasting anything.
    if (seats.size && resources.some((r) => RIGHTS.has(r))) void recheckAll().then(() => tell(resources, notices))
    else tell(resources, notices)
  })
  const timer = setInterval(() => {
    for (const seat of seats) seat.socket.ping()
    void recheckAll()
  }, RECHECK_MS).unref()
  http.addHook('onClose', () => {
    clearInterval(timer)
    stop()
  })

  await http.register(async (scope) => {
    scope.get('/api/polling_check', { websocket: true, config: { open: true } }, (socket, request) => {
      const seated = async ({ token, ago }: Said): Promise<void> => {
        const before = rights()
        const person = await app.authenticate(token, { address: request.ip })
        if (!person || person === 'expired') {
          say(socket, { type: 'signedOut', errno: errno.expired })
          turnAway(socket)
          return
        }
        if (person.mustChange || person.mustEnrol) return socket.close(PASSWORD_FIRST) // the screen retries
        if (socket.readyState !== socket.OPEN) return // closed during authentication
        const seat: Seat = { socket, person, token }
        makeRoom(seats, person, app.sessions.perPerson)
        seats.add(seat)
        socket.on('close', () => seats.delete(seat))
        say(socket, { type: 'hello', at: app.clock().toISOString() })
        if (ago > 0) catchUp(seat, ago)
        if (rights() !== before) await recheck(seat) // changes during authentication did not reach this one
      }
      const fail = (error: unknown): void => {
        app.log.warn({ err: error }, 'a live socket failed')
        socket.close(1011)
      }
      socket.on('error', fail)
      if (request.headers.authorization) {
        seated({ token: request.headers.authorization, ago: 0 }).catch(fail)
        return
      }
      const impatient = setTimeout(() => turnAway(socket), HELLO_MS - CLOSING_MS)
      socket.once('message', (data: Buffer) => {
        clearTimeout(impatient)
        const said = firstMessage(data)
        if (said) seated(said).catch(fail)
        else turnAway(socket)
      })
      socket.once('close', () => clearTimeout(impatient))
    })
  })
}
/**
 * Closes a person's oldest connections to make room for a new one. Wall screens are exempt: they share one account,
 * with a session each.
 */
function makeRoom(seats: Set<Seat>, person: Person, most: number): void {
  const own = [...seats].filter((seat) => seat.person.id === person.id && !person.screen)
  for (const seat of own.slice(0, Math.max(0, own.length - most + 1))) {
    seats.delete(seat)
    seat.socket.close(TOO_MANY)
  }
}
/** Closes an unauthenticated socket, whose peer may never answer the close. */
function turnAway(socket: WebSocket): void {
  socket.close(4401)
  setTimeout(() => socket.terminate(), CLOSING_MS).unref()
}
const sameRights = (a: Person, b: Person): boolean =>
  a.isSup === b.isSup &&
  (a.keys === b.keys || (a.keys.size === b.keys.size && [...a.keys].every((key) => b.keys.has(key))))
const say = (socket: WebSocket, message: LiveMessage): void => {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
}
/** True if a person may learn that a resource changed. News of stored files are not secret. */
function mayHear(app: Application, resource: string, person: Person): boolean {
  if (resource === FILES) return true
  const list = app.endpoints.get(`${resource}.list`)
  return list ? mayCall(list.endpoint.access, person) : false
}
/**
 * A screen's first message: its token, and how long ago (ms) it began reading its data; 0 if it does not ask for
 * changes.
 */
interface Said {
  token: string
  ago: number
}
function firstMessage(data: Buffer): Said | null {
  try {
    const { token, ago } = JSON.parse(data.toString('utf8')) as { token?: unknown; ago?: unknown }
    if (typeof token !== 'string' || token.length > 200) return null
    return { token, ago: typeof ago === 'number' && ago > 0 ? ago : 0 }
  } catch {
    return null
  } // not JSON, so not from our client
}

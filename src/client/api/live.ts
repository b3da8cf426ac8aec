import type { LiveMessage } from '@/contract/sync'
import { recordTrouble } from '../ui/trouble'

/** Dependencies of the live connection; injected so that a test can play the server. */
export interface LiveParts {
  address: string
  token: () => string | null
  open: (address: string) => WebSocket
  /** Resources that changed; empty means any, after the connection was interrupted. */
  changed: (resources: string[]) => void
  notice: (notice: Extract<LiveMessage, { type: 'notice' }>) => void
  signedOut: () => void
  /** Shows a refusal of the socket (errno 6000) with the server's message. */
  tell: (message: string) => void
  random?: () => number
}
export interface Live {
  connect(): void
  close(): void
}

const FIRST = 1000
const LONGEST = 60_000
/** Data on the first screen was requested at most this long (ms) before the connection is wanted. */
const READ_BEFORE = 10_000
/**
 * Hundreds of screens receive a change at once. Each waits a random time up to this (ms) and refreshes once for all
 * changes in between.
 */
const SPREAD = 300

/**
 * Creates the live connection to `/api/polling_check`; the app calls `connect` after login. The first message carries
 * the token and for how long changes may have been missed, since pages load before it opens. A lost connection is
 * retried after 1 s, 2 s … 60 s with jitter, and at once when the page becomes visible or the network returns. Changes
 * are published after a random delay, so that the screens of a plant do not refresh at the same time.
 */
export function createLive(parts: LiveParts): Live {
  let socket: WebSocket | null = null
  let wanted = false
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let missed = false
  let wantedSince = 0
  const random = parts.random ?? Math.random
  let gathering: ReturnType<typeof setTimeout> | undefined
  let gathered: { resources: Set<string>; any: boolean } = { resources: new Set(), any: false }

  /** @param resources empty: any may have changed */
  const gather = (resources: readonly string[]) => {
    for (const resource of resources) gathered.resources.add(resource)
    gathered.any ||= resources.length === 0
    gathering ??= setTimeout(() => {
      const { any, resources: all } = gathered
      forget()
      parts.changed(any ? [] : [...all])
    }, random() * SPREAD)
  }
  const forget = () => {
    clearTimeout(gathering)
    gathering = undefined
    gathered = { resources: new Set(), any: false }
  }
  const again = () => {
    if (!wanted) return
    const pause = Math.min(FIRST * 2 ** tries++, LONGEST) * (0.5 + random() / 2)
    clearTimeout(timer)
    timer = setTimeout(open, pause)
  }
  function open(): void {
    clearTimeout(timer)
    const token = parts.token()
    if (!wanted || socket || !token) return
    const mine = parts.open(parts.address)
    socket = mine
    mine.addEventListener('open', () =>
      mine.send(
        JSON.stringify({
          token,
          ...(missed ? {} : { ago: Math.round(performance.now() - wantedSince + READ_BEFORE) }),
        }),
      ),
    )
    mine.addEventListener('message', (event) => {
      if (socket === mine) hear(event.data)
    })
    mine.addEventListener('close', () => {
      if (socket !== mine) return
      socket = null
      missed = true
      again()
    })
    mine.addEventListener('error', () => mine.close())
  }
  function hear(text: unknown): void {
    const message = readMessage(text)
    if (!message) return
    if (message.type === 'hello') {
      if (missed) gather([])
      missed = false
      tries = 0
    } else if (message.type === 'changed') gather(message.resources)
    else if (message.type === 'notice') parts.notice(message)
    else if (message.type === 'signedOut') {
      close()
      parts.signedOut()
    } else if (message.errno === '4101') {
      close()
      parts.signedOut()
    } else if (message.errno === '6000') parts.tell(message.errmsg)
  }
  const wake = () => {
    if (document.visibilityState === 'visible') {
      tries = 0
      open()
    }
  }
  /**
   * Reconnects after a change of network: phones drop connections silently, so the old socket is dead without an event.
   */
  const reopen = () => {
    tries = 0
    if (socket) socket.close()
    else open()
  }
  function close(): void {
    wanted = false
    clearTimeout(timer)
    forget()
    removeEventListener('online', reopen)
    document.removeEventListener('visibilitychange', wake)
    const old = socket
    socket = null
    old?.close()
  }
  return {
    connect() {
      if (wanted) return
      wanted = true
      wantedSince = performance.now()
      tries = 0
      addEventListener('online', reopen)
      document.addEventListener('visibilitychange', wake)
      open()
    },
    close,
  }
}

type Heard = LiveMessage | { type: 'refused'; errno: string; errmsg: string }
/** Parses a message; an envelope with an errno is a refusal. Ignores anything else. */
function readMessage(text: unknown): Heard | null {
  if (typeof text !== 'string') return null
  try {
    const value = JSON.parse(text) as Partial<Heard> & { errno?: unknown; errmsg?: unknown }
    if (value === null || typeof value !== 'object') return null
    if (typeof value.type === 'string') return value as Heard
    return value.errno === undefined
      ? null
      : { type: 'refused', errno: String(value.errno), errmsg: String(value.errmsg ?? '') }
  } catch (error) {
    recordTrouble('live message not readable', error)
    return null
  }
}

import type { LiveMessage } from '@/contract/sync'
import { recordTrouble } from '../ui/trouble'

/** Dependencies of the live connection; injected so that a test can play the server. */
export interface LiveParts {
  address: string
  token: () => string | null
  openSocket: (address: string) => WebSocket
  /** Resources that changed; empty means any, after the connection was interrupted. */
  onChanged: (resources: string[]) => void
  onNotice: (onNotice: Extract<LiveMessage, { type: 'notice' }>) => void
  onSignedOut: () => void
  /** Shows a refusal of the socket (errno 6000) with the server's message. */
  showRefusal: (message: string) => void
  random?: () => number
}
export interface LiveConnection {
  connect(): void
  close(): void
}

const FIRST_RETRY_MS = 1000
const MAX_RETRY_MS = 60_000
/** Data on the first screen was requested at most this long (ms) before the connection is wanted. */
const MAX_PRIOR_READ_MS = 10_000
/**
 * Hundreds of screens receive a change at once. Each waits a random time up to this (ms) and refreshes once for all
 * changes in between.
 */
const MAX_SPREAD_MS = 300

/**
 * Creates the live connection to `/api/polling_check`; the app calls `connect` after login. The first message carries
 * the token and for how long changes may have been missed, since pages load before it opens. A lost connection is
 * retried after 1 s, 2 s … 60 s with jitter, and at once when the page becomes visible or the network returns. Changes
 * are published after a random delay, so that the screens of a plant do not refresh at the same time.
 */
export function createLiveConnection(parts: LiveParts): LiveConnection {
  let socket: WebSocket | null = null
  let isWanted = false
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let missed = false
  let wantedSince = 0
  const random = parts.random ?? Math.random
  let flushTimer: ReturnType<typeof setTimeout> | undefined
  let collected: { resources: Set<string>; any: boolean } = { resources: new Set(), any: false }

  /** @param resources empty: any may have changed */
  const collectChanges = (resources: readonly string[]) => {
    for (const resource of resources) collected.resources.add(resource)
    collected.any ||= resources.length === 0
    flushTimer ??= setTimeout(() => {
      const { any, resources: all } = collected
      discardCollected()
      parts.onChanged(any ? [] : [...all])
    }, random() * MAX_SPREAD_MS)
  }
  const discardCollected = () => {
    clearTimeout(flushTimer)
    flushTimer = undefined
    collected = { resources: new Set(), any: false }
  }
  const scheduleReconnect = () => {
    if (!isWanted) return
    const pause = Math.min(FIRST_RETRY_MS * 2 ** tries++, MAX_RETRY_MS) * (0.5 + random() / 2)
    clearTimeout(timer)
    timer = setTimeout(connectSocket, pause)
  }
  function connectSocket(): void {
    clearTimeout(timer)
    const token = parts.token()
    if (!isWanted || socket || !token) return
    const opened = parts.openSocket(parts.address)
    socket = opened
    opened.addEventListener('open', () =>
      opened.send(
        JSON.stringify({
          token,
          ...(missed ? {} : { ago: Math.round(performance.now() - wantedSince + MAX_PRIOR_READ_MS) }),
        }),
      ),
    )
    opened.addEventListener('message', (event) => {
      if (socket === opened) handleMessage(event.data)
    })
    opened.addEventListener('close', () => {
      if (socket !== opened) return
      socket = null
      missed = true
      scheduleReconnect()
    })
    opened.addEventListener('error', () => opened.close())
  }
  function handleMessage(text: unknown): void {
    const message = parseMessage(text)
    if (!message) return
    if (message.type === 'hello') {
      if (missed) collectChanges([])
      missed = false
      tries = 0
    } else if (message.type === 'changed') collectChanges(message.resources)
    else if (message.type === 'notice') parts.onNotice(message)
    else if (message.type === 'signedOut') {
      close()
      parts.onSignedOut()
    } else if (message.errno === '4101') {
      close()
      parts.onSignedOut()
    } else if (message.errno === '6000') parts.showRefusal(message.errmsg)
  }
  const onVisible = () => {
    if (document.visibilityState === 'visible') {
      tries = 0
      connectSocket()
    }
  }
  /**
   * Reconnects after a change of network: phones drop connections silently, so the old socket is dead without an event.
   */
  const reopen = () => {
    tries = 0
    if (socket) socket.close()
    else connectSocket()
  }
  function close(): void {
    isWanted = false
    clearTimeout(timer)
    discardCollected()
    removeEventListener('online', reopen)
    document.removeEventListener('visibilitychange', onVisible)
    const old = socket
    socket = null
    old?.close()
  }
  return {
    connect() {
      if (isWanted) return
      isWanted = true
      wantedSince = performance.now()
      tries = 0
      addEventListener('online', reopen)
      document.addEventListener('visibilitychange', onVisible)
      connectSocket()
    },
    close,
  }
}

type ReceivedMessage = LiveMessage | { type: 'refused'; errno: string; errmsg: string }
/** Parses a message; an envelope with an errno is a refusal. Ignores anything else. */
function parseMessage(text: unknown): ReceivedMessage | null {
  if (typeof text !== 'string') return null
  try {
    const value = JSON.parse(text) as Partial<ReceivedMessage> & { errno?: unknown; errmsg?: unknown }
    if (value === null || typeof value !== 'object') return null
    if (typeof value.type === 'string') return value as ReceivedMessage
    return value.errno === undefined
      ? null
      : { type: 'refused', errno: String(value.errno), errmsg: String(value.errmsg ?? '') }
  } catch (error) {
    recordTrouble('live message not readable', error)
    return null
  }
}

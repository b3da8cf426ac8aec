import { errno } from '@/contract/errno'
import type { LiveMessage } from '@/contract/sync'
import { recordTrouble } from '../ui/trouble'

/** Dependencies of the live connection; injected so that a test can play the server. */
export interface LiveParts {
  address: string
  getToken: () => string | null
  openSocket: (address: string) => WebSocket
  /** Resources that changed; empty means any, after the connection was interrupted. */
  onChanged: (resources: string[]) => void
  onNotice: (notice: Extract<LiveMessage, { type: 'notice' }>) => void
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
/** Longest time, ms, by which the first page's data may be requested before `connect` is called. */
const MAX_HEAD_START_MS = 10_000
/**
 * Hundreds of screens receive a change at once. Each screen waits a random time up to this limit (ms), and then
 * refreshes once for all changes that it has received.
 */
const MAX_PUBLISH_DELAY_MS = 300

/**
 * Creates the live connection to `/api/polling_check`; the app calls `connect` after login. The first message carries
 * the token and the time (ms) since the page requested its data: the page may have missed changes since then. A lost
 * connection is retried after 1 s, 2 s … 60 s with jitter. It is retried at once when the page becomes visible or the
 * network returns. Changes are published after a random delay, so that the screens of a plant do not refresh at the
 * same time.
 */
export function createLiveConnection(parts: LiveParts): LiveConnection {
  let socket: WebSocket | null = null
  let shouldConnect = false
  let retryCount = 0
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined
  let hasMissedChanges = false
  let connectRequestedAt = 0
  const random = parts.random ?? Math.random
  let flushTimer: ReturnType<typeof setTimeout> | undefined
  let pendingChanges = { resources: new Set<string>(), mayAffectAll: false }

  /** @param resources changed resources; an empty list means that any resource may have changed */
  const collectChanges = (resources: readonly string[]) => {
    for (const resource of resources) pendingChanges.resources.add(resource)
    pendingChanges.mayAffectAll ||= resources.length === 0
    flushTimer ??= setTimeout(() => {
      const { mayAffectAll, resources } = pendingChanges
      discardPendingChanges()
      parts.onChanged(mayAffectAll ? [] : [...resources])
    }, random() * MAX_PUBLISH_DELAY_MS)
  }
  const discardPendingChanges = () => {
    clearTimeout(flushTimer)
    flushTimer = undefined
    pendingChanges = { resources: new Set(), mayAffectAll: false }
  }
  const scheduleReconnect = () => {
    if (!shouldConnect) return
    const delayMs = Math.min(FIRST_RETRY_MS * 2 ** retryCount++, MAX_RETRY_MS) * (0.5 + random() / 2)
    clearTimeout(reconnectTimer)
    reconnectTimer = setTimeout(connectSocket, delayMs)
  }
  function connectSocket(): void {
    clearTimeout(reconnectTimer)
    const token = parts.getToken()
    if (!shouldConnect || socket || !token) return
    const openedSocket = parts.openSocket(parts.address)
    socket = openedSocket
    openedSocket.addEventListener('open', () =>
      openedSocket.send(
        JSON.stringify({
          token,
          ...(hasMissedChanges ? {} : { ago: Math.round(performance.now() - connectRequestedAt + MAX_HEAD_START_MS) }),
        }),
      ),
    )
    openedSocket.addEventListener('message', (event) => {
      if (socket === openedSocket) handleMessage(event.data)
    })
    openedSocket.addEventListener('close', () => {
      if (socket !== openedSocket) return
      socket = null
      hasMissedChanges = true
      scheduleReconnect()
    })
    openedSocket.addEventListener('error', () => openedSocket.close())
  }
  function handleMessage(text: unknown): void {
    const message = parseMessage(text)
    if (!message) return
    if (message.type === 'hello') {
      if (hasMissedChanges) collectChanges([])
      hasMissedChanges = false
      retryCount = 0
    } else if (message.type === 'changed') collectChanges(message.resources)
    else if (message.type === 'notice') parts.onNotice(message)
    else if (message.type === 'signedOut') {
      close()
      parts.onSignedOut()
    } else if (message.errno === errno.expired) {
      close()
      parts.onSignedOut()
    } else if (message.errno === errno.message) parts.showRefusal(message.errmsg)
  }
  const onVisible = () => {
    if (document.visibilityState === 'visible') {
      retryCount = 0
      connectSocket()
    }
  }
  /** Reconnects after a change of network. Phones drop connections silently, so an open socket may be dead. */
  const reconnectNow = () => {
    retryCount = 0
    if (socket) socket.close()
    else connectSocket()
  }
  function close(): void {
    shouldConnect = false
    clearTimeout(reconnectTimer)
    discardPendingChanges()
    removeEventListener('online', reconnectNow)
    document.removeEventListener('visibilitychange', onVisible)
    const closingSocket = socket
    socket = null
    closingSocket?.close()
  }
  return {
    connect() {
      if (shouldConnect) return
      shouldConnect = true
      connectRequestedAt = performance.now()
      retryCount = 0
      addEventListener('online', reconnectNow)
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

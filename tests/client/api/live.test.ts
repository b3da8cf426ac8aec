// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLiveConnection, type LiveParts } from '@/client/api/live-connection'

class Socket extends EventTarget {
  sent: string[] = []
  closed = false
  send(text: string) {
    this.sent.push(text)
  }
  close() {
    if (!this.closed) {
      this.closed = true
      this.dispatchEvent(new Event('close'))
    }
  }
  open() {
    this.dispatchEvent(new Event('open'))
  }
  say(message: unknown) {
    this.dispatchEvent(
      new MessageEvent('message', { data: typeof message === 'string' ? message : JSON.stringify(message) }),
    )
  }
}
let sockets: Socket[]
let heard: unknown[]
const live = (over: Partial<LiveParts> = {}) =>
  createLiveConnection({
    address: 'ws://x/api/polling_check',
    getToken: () => 'tok',
    random: () => 1,
    openSocket: () => {
      const socket = new Socket()
      sockets.push(socket)
      return socket as unknown as WebSocket
    },
    onChanged: (r) => heard.push(r),
    onNotice: (n) => heard.push(n.title.en),
    onSignedOut: () => heard.push('out'),
    showRefusal: (m) => heard.push(m),
    ...over,
  })
beforeEach(() => {
  sockets = []
  heard = []
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('connects only on request, and sends the token first', () => {
  const connection = live()
  expect(sockets).toHaveLength(0)
  connection.connect()
  connection.connect()
  sockets[0]?.open()
  expect(sockets.length).toBe(1)
  expect(sockets[0]?.sent.map((text) => JSON.parse(text) as unknown)).toEqual([{ token: 'tok', ago: 10_000 }])
  connection.close()
})
it('reconnects with growing pauses, and then reports that everything may have changed', () => {
  const connection = live()
  connection.connect()
  sockets[0]?.say({ type: 'hello', at: '' })
  expect(heard).toEqual([])
  sockets[0]?.close()
  vi.advanceTimersByTime(999)
  expect(sockets).toHaveLength(1)
  vi.advanceTimersByTime(1)
  sockets[1]?.close()
  vi.advanceTimersByTime(1999)
  expect(sockets).toHaveLength(2)
  vi.advanceTimersByTime(1)
  sockets[2]?.say({ type: 'hello', at: '' })
  vi.advanceTimersByTime(300)
  expect(heard).toEqual([[]])
  connection.close()
  vi.advanceTimersByTime(100_000)
  expect(sockets).toHaveLength(3)
})
it('handles changes, notices, 4101, 6000 and unknown messages', () => {
  const connection = live()
  connection.connect()
  sockets[0]?.say({ type: 'changed', resources: ['repair'], at: '' })
  sockets[0]?.say({ type: 'notice', notice: 'roundDue', id: '1', title: { zh: '巡检到期', en: 'Round due' }, at: '' })
  sockets[0]?.say('not json')
  sockets[0]?.say({ errno: '6000', errmsg: 'said' })
  vi.advanceTimersByTime(300)
  sockets[0]?.say({ errno: '4101' })
  expect(heard).toEqual(['Round due', 'said', ['repair'], 'out'])
  expect(sockets[0]?.closed).toBe(true)
  vi.advanceTimersByTime(100_000)
  expect(sockets).toHaveLength(1)
})
it('opens nothing without a token', () => {
  const connection = live({ getToken: () => null })
  connection.connect()
  expect(sockets).toHaveLength(0)
  connection.close()
})
it('spreads the requests of 200 screens notified at once: never 40 at the same time, one each, within a third of a second', () => {
  const streamRequests: { screen: number; at: number; what: string[] }[] = []
  const began = Date.now()
  const screens = Array.from({ length: 200 }, (_, screen) =>
    live({
      random: () => ((screen * 61) % 200) / 200,
      onChanged: (what) => void streamRequests.push({ screen, at: Date.now() - began, what }),
    }),
  )
  for (const one of screens) one.connect()
  for (const socket of sockets) {
    socket.say({ type: 'changed', resources: ['jumboRoll', 'workOrder'], at: '' })
    socket.say({ type: 'changed', resources: ['jumboRoll'], at: '' })
  }
  vi.advanceTimersByTime(300)
  expect(new Set(streamRequests.map(({ screen }) => screen)).size).toBe(200)
  expect(streamRequests).toHaveLength(200)
  expect(streamRequests.every(({ what }) => what.join() === 'jumboRoll,workOrder')).toBe(true)
  for (let from = 0; from < 300; from += 50)
    expect(streamRequests.filter(({ at }) => at >= from && at < from + 50).length).toBeLessThan(40)
  for (const one of screens) one.close()
})
it('passes on nothing after it was closed', () => {
  const connection = live()
  connection.connect()
  sockets[0]?.say({ type: 'changed', resources: ['repair'], at: '' })
  connection.close()
  vi.advanceTimersByTime(1000)
  expect(heard).toEqual([])
})

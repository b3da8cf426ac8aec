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
    token: () => 'tok',
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

it('is not connected until asked, and sends the token first', () => {
  const connection = live()
  expect(sockets).toHaveLength(0)
  connection.connect()
  connection.connect()
  sockets[0]?.open()
  expect(sockets.length).toBe(1)
  expect(sockets[0]?.sent.map((text) => JSON.parse(text) as unknown)).toEqual([{ token: 'tok', ago: 10_000 }])
  connection.close()
})
it('comes back with growing pauses, and then everything may have changed', () => {
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
it('handles changes, notices, 4101, 6000 and what it does not understand', () => {
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
  const connection = live({ token: () => null })
  connection.connect()
  expect(sockets).toHaveLength(0)
  connection.close()
})
it('of 200 screens that are told at the same moment, no 40 ask at the same time, each once, and all within a third of a second', () => {
  const asked: { screen: number; at: number; what: string[] }[] = []
  const began = Date.now()
  const screens = Array.from({ length: 200 }, (_, screen) =>
    live({
      random: () => ((screen * 61) % 200) / 200,
      onChanged: (what) => void asked.push({ screen, at: Date.now() - began, what }),
    }),
  )
  for (const one of screens) one.connect()
  for (const socket of sockets) {
    socket.say({ type: 'changed', resources: ['jumboRoll', 'workOrder'], at: '' })
    socket.say({ type: 'changed', resources: ['jumboRoll'], at: '' })
  }
  vi.advanceTimersByTime(300)
  expect(new Set(asked.map(({ screen }) => screen)).size).toBe(200)
  expect(asked).toHaveLength(200)
  expect(asked.every(({ what }) => what.join() === 'jumboRoll,workOrder')).toBe(true)
  for (let from = 0; from < 300; from += 50)
    expect(asked.filter(({ at }) => at >= from && at < from + 50).length).toBeLessThan(40)
  for (const one of screens) one.close()
})
it('tells nothing on after it was closed', () => {
  const connection = live()
  connection.connect()
  sockets[0]?.say({ type: 'changed', resources: ['repair'], at: '' })
  connection.close()
  vi.advanceTimersByTime(1000)
  expect(heard).toEqual([])
})

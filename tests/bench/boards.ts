/** Large screens as in reality: each has a session by a link, a live socket, and a call at every notification or after half a minute. */
import { WebSocket } from 'ws'
import type { ServerProcess } from './server-process'

export interface Boards {
  /** Resolves when all screens show a notice with this text. */
  show(text: string): Promise<void>
  close(): void
}
const EVERY_MS = 30_000
/** Spreads calls like `client/api/live-connection`. */
const SPREAD_MS = 300

export async function openBoards(server: ServerProcess, token: string, count: number): Promise<Boards> {
  await server.verify(token)
  const boards: Board[] = []
  for (let n = 0; n < count; n++) {
    const { secret } = await postJson<{ secret: string }>(server, 'plant/lobby_link', { name: `Bench ${n}` }, token)
    const entered = await postJson<{ token: string }>(server, 'plant/lobby_enter', { secret })
    boards.push(new Board(server.url, entered.token))
  }
  await Promise.all(boards.map((board) => board.open()))
  return {
    show: async (text) => void (await Promise.all(boards.map((board) => board.shows(text)))),
    close: () => boards.forEach((board) => board.close()),
  }
}
async function postJson<T>(server: ServerProcess, path: string, body: object, token = ''): Promise<T> {
  const answer = await fetch(`${server.url}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: token } : {}) },
    body: JSON.stringify(body),
  })
  const { data, errmsg } = (await answer.json()) as { data: T | null; errmsg: string }
  if (!data) throw new Error(`${path}: ${errmsg}`)
  return data
}

class Board {
  private socket: WebSocket | undefined
  private timer: NodeJS.Timeout | undefined
  private waiting: { text: string; seen: () => void } | undefined
  private shown = ''
  private asking = false
  private again = false

  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  async open(): Promise<void> {
    const socket = new WebSocket(`${this.url.replace('http', 'ws')}/api/polling_check`)
    this.socket = socket
    socket.on('message', (data: Buffer) => {
      if ((JSON.parse(data.toString()) as { type: string }).type === 'changed') this.soon()
    })
    // Like the app: the server admits the screen some time after the socket opens, and then reports changes since its first read.
    const began = performance.now()
    socket.once('open', () => socket.send(JSON.stringify({ token: this.token, ago: performance.now() - began })))
    await new Promise((done, fail) => socket.once('open', done).once('error', fail))
    await this.ask()
  }
  shows(text: string): Promise<void> {
    return new Promise((seen) => {
      this.waiting = { text, seen }
      this.look()
    })
  }
  close(): void {
    clearTimeout(this.timer)
    this.socket?.close()
  }

  private soon(): void {
    if (this.asking) this.again = true
    else this.plan(Math.random() * SPREAD_MS)
  }
  private plan(ms: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.ask().catch(() => this.plan(2000)), ms)
  }
  private async ask(): Promise<void> {
    this.asking = true
    const answer = await fetch(`${this.url}/api/plant/lobby_screen`, { headers: { authorization: this.token } })
      .then((response) => response.text())
      .finally(() => (this.asking = false))
    if (!answer.startsWith('{"errno":"200"')) throw new Error(answer.slice(0, 300)) // a screen asks again after 2 s, too
    this.shown = answer
    this.look()
    this.plan(this.again ? Math.random() * SPREAD_MS : EVERY_MS)
    this.again = false
  }
  private look(): void {
    if (!this.waiting || !this.shown.includes(this.waiting.text)) return
    this.waiting.seen()
    this.waiting = undefined
  }
}

/** Large screens like real ones: each has a session from a link and a live socket, and reads after every notification or 30 s. */
import { WebSocket } from 'ws'
import type { ServerProcess } from './server-process'

export interface Boards {
  /** Resolves when all screens display a notice with this text. */
  waitForText(text: string): Promise<void>
  close(): void
}
const REFRESH_INTERVAL_MS = 30_000
/** Screens spread their calls over this time, as `client/api/live-connection` does. */
const SPREAD_MS = 300

export async function openBoards(server: ServerProcess, token: string, count: number): Promise<Boards> {
  await server.verify(token)
  const boards: Board[] = []
  for (let n = 0; n < count; n++) {
    const { secret } = await postJson<{ secret: string }>(server, 'plant/lobby_link', { name: `Bench ${n}` }, token)
    const session = await postJson<{ token: string }>(server, 'plant/lobby_enter', { secret })
    boards.push(new Board(server.url, session.token))
  }
  await Promise.all(boards.map((board) => board.open()))
  return {
    waitForText: async (text) => void (await Promise.all(boards.map((board) => board.waitForText(text)))),
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
  private pendingText: { text: string; onSeen: () => void } | undefined
  private latestAnswer = ''
  private isRefreshing = false
  private needsRefresh = false

  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  async open(): Promise<void> {
    const socket = new WebSocket(`${this.url.replace('http', 'ws')}/api/polling_check`)
    this.socket = socket
    socket.on('message', (data: Buffer) => {
      if ((JSON.parse(data.toString()) as { type: string }).type === 'changed') this.refreshSoon()
    })
    // As in the app, the screen reports how long ago it connected, so that the server also sends the changes since then.
    const startTime = performance.now()
    socket.once('open', () => socket.send(JSON.stringify({ token: this.token, ago: performance.now() - startTime })))
    await new Promise((done, fail) => socket.once('open', done).once('error', fail))
    await this.refresh()
  }
  waitForText(text: string): Promise<void> {
    return new Promise((seen) => {
      this.pendingText = { text, onSeen: seen }
      this.checkForText()
    })
  }
  close(): void {
    clearTimeout(this.timer)
    this.socket?.close()
  }

  private refreshSoon(): void {
    if (this.isRefreshing) this.needsRefresh = true
    else this.scheduleRefresh(Math.random() * SPREAD_MS)
  }
  private scheduleRefresh(delayMs: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.refresh().catch(() => this.scheduleRefresh(2000)), delayMs)
  }
  private async refresh(): Promise<void> {
    this.isRefreshing = true
    const answer = await fetch(`${this.url}/api/plant/lobby_screen`, { headers: { authorization: this.token } })
      .then((response) => response.text())
      .finally(() => (this.isRefreshing = false))
    if (!answer.startsWith('{"errno":"200"')) throw new Error(answer.slice(0, 300)) // the screen retries after 2 s
    this.latestAnswer = answer
    this.checkForText()
    this.scheduleRefresh(this.needsRefresh ? Math.random() * SPREAD_MS : REFRESH_INTERVAL_MS)
    this.needsRefresh = false
  }
  private checkForText(): void {
    if (!this.pendingText || !this.latestAnswer.includes(this.pendingText.text)) return
    this.pendingText.onSeen()
    this.pendingText = undefined
  }
}

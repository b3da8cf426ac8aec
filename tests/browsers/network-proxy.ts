import { connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP proxy between a phone and the server. WebDriver cannot switch the network off, so the proxy cuts the connection. */
export class Road {
  readonly #travellers = new Set<Socket>()
  #gate: Server | null = null
  #port = 0
  private constructor(readonly to: number) {}

  static async open(to: number): Promise<Road> {
    const road = new Road(to)
    await road.mend()
    return road
  }
  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }
  /** Refuses new connections and drops open ones. */
  async cut(): Promise<void> {
    const gate = this.#gate
    this.#gate = null
    const closed = gate ? new Promise((done) => gate.close(done)) : Promise.resolve()
    for (const socket of this.#travellers) socket.destroy()
    await closed
  }
  /** Restores the connection at the same address. */
  async mend(): Promise<void> {
    const gate = createServer((phone) => {
      const server = connect(this.to, '127.0.0.1')
      for (const [from, other] of [
        [phone, server],
        [server, phone],
      ] as const) {
        this.#travellers.add(from)
        from.setNoDelay(true)
        from.on('error', () => other.destroy()) // whoever is cut off finds out at the next word
        from.on('close', () => {
          this.#travellers.delete(from)
          other.destroy()
        })
      }
      phone.pipe(server)
      server.pipe(phone)
    })
    await new Promise<void>((done, fail) => {
      gate.once('error', fail)
      gate.listen(this.#port, '127.0.0.1', done)
    })
    const address = gate.address()
    if (address !== null && typeof address === 'object') this.#port = address.port
    this.#gate = gate
  }
}

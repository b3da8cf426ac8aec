import { connect, createServer, type Server, type Socket } from 'node:net'

/** The road between a phone and the server. WebDriver knows no switch for the network: the road itself is cut. */
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
  /** Nobody answers any more, and who was being answered is cut off. */
  async cut(): Promise<void> {
    const gate = this.#gate
    this.#gate = null
    const closed = gate ? new Promise((done) => gate.close(done)) : Promise.resolve()
    for (const socket of this.#travellers) socket.destroy()
    await closed
  }
  /** As before, at the same address. */
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
    const at = gate.address()
    if (at !== null && typeof at === 'object') this.#port = at.port
    this.#gate = gate
  }
}

import { connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP proxy between a phone and the server. WebDriver cannot switch the network off, so the proxy cuts the connection. */
export class NetworkProxy {
  readonly #sockets = new Set<Socket>()
  #listener: Server | null = null
  #port = 0
  private constructor(readonly serverPort: number) {}

  static async open(serverPort: number): Promise<NetworkProxy> {
    const proxy = new NetworkProxy(serverPort)
    await proxy.restore()
    return proxy
  }
  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }
  /** Refuses new connections and drops open ones. */
  async cut(): Promise<void> {
    const listener = this.#listener
    this.#listener = null
    const closed = listener ? new Promise((done) => listener.close(done)) : Promise.resolve()
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }
  /** Restores the connection at the same address. */
  async restore(): Promise<void> {
    const listener = createServer((phone) => {
      const server = connect(this.serverPort, '127.0.0.1')
      for (const [socket, peer] of [
        [phone, server],
        [server, phone],
      ] as const) {
        this.#sockets.add(socket)
        socket.setNoDelay(true)
        socket.on('error', () => peer.destroy())
        socket.on('close', () => {
          this.#sockets.delete(socket)
          peer.destroy()
        })
      }
      phone.pipe(server)
      server.pipe(phone)
    })
    await new Promise<void>((done, fail) => {
      listener.once('error', fail)
      listener.listen(this.#port, '127.0.0.1', done)
    })
    const address = listener.address()
    if (address !== null && typeof address === 'object') this.#port = address.port
    this.#listener = listener
  }
}

/**
 * The socket that the driver uses: a Duplex whose other end is the engine in the worker.
 * The engine has one session. A new stream takes it over and resets it; older streams are disconnected.
 */
import { Duplex } from 'node:stream'
import { DatabaseUnavailable } from '../errors'
import type { Engine } from './engine'
import { queryMessage, splitMessages, transactionStatus } from './frames'

/** Resets the engine's only session before a new client gets it. */
const CLEAN = ['rollback', 'discard all', "set session authorization mes; set application_name = 'nonwoven-mes'"].map(
  queryMessage,
)

/** The engine's only session and its current owner. */
export class Session {
  private owner: EngineStream | undefined
  /** Transaction status after the last answer: I idle, T in a transaction, E in a failed one. */
  status: 'I' | 'T' | 'E' = 'I'
  /** Time of the last answer, by performance.now(). */
  answeredAt = 0

  constructor(readonly engine: Engine) {
    engine.onDown((error) => {
      this.status = 'I'
      this.owner?.destroy(error)
    })
  }

  take(stream: EngineStream): void {
    // The pool has one client: an older one is already ending, and its end is no error.
    this.owner?.destroy()
    this.owner = stream
  }

  /** Ends the session of a client that keeps a transaction open for too long. */
  cut(reason: DatabaseUnavailable): void {
    this.owner?.destroy(reason)
    this.status = 'I'
  }

  /** @param asksReady the answer must end with ready-for-query; otherwise the engine has broken off */
  async exchange(stream: EngineStream, bytes: Uint8Array, asksReady: boolean): Promise<Buffer> {
    if (this.owner !== stream) throw new DatabaseUnavailable('This client no longer has the session')
    const answer = await this.engine.exchange(bytes)
    const status = transactionStatus(answer)
    if (asksReady && !status) {
      void this.engine.restart('a statement broke the engine off')
      throw new DatabaseUnavailable('The database broke off during this statement and is being opened again')
    }
    this.status = status ?? this.status
    this.answeredAt = performance.now()
    return Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength)
  }
}

/** One driver connection to the engine's session. */
export class EngineStream extends Duplex {
  private started = false
  private rest: Buffer | undefined

  constructor(private readonly session: Session) {
    super({ allowHalfOpen: false })
  }

  // Methods that the driver calls on a socket.
  connect(): this {
    queueMicrotask(() => {
      const { engine } = this.session
      if (engine.state !== 'open')
        this.destroy(new DatabaseUnavailable(`The database is not available: ${engine.why ?? engine.state}`))
      else {
        this.session.take(this)
        this.emit('connect')
      }
    })
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.handle(chunk).then(() => done(), done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.handle(Buffer.concat(chunks.map(({ chunk }) => chunk))).then(() => done(), done)
  }

  override _final(done: (error?: Error | null) => void): void {
    this.push(null)
    done()
  }

  private async handle(chunk: Buffer): Promise<void> {
    let bytes = this.rest ? Buffer.concat([this.rest, chunk]) : chunk
    this.rest = undefined
    if (!this.started) {
      const length = bytes.length >= 4 ? bytes.readInt32BE(0) : Infinity
      if (bytes.length < length) {
        this.rest = bytes
        return
      }
      await this.start(bytes.subarray(0, length))
      bytes = bytes.subarray(length)
    }
    const { complete, rest, ended, asksReady } = splitMessages(bytes)
    if (rest.length) this.rest = rest
    if (complete.length) this.push(await this.session.exchange(this, complete, asksReady))
    if (ended) this.push(null)
  }

  private async start(packet: Buffer): Promise<void> {
    this.started = true
    const answer = await this.session.exchange(this, packet, true)
    for (const message of CLEAN) {
      const cleaned = await this.session.exchange(this, message, true)
      if (cleaned[0] === 0x45)
        throw new DatabaseUnavailable(
          `The session cannot be prepared: ${cleaned.toString('utf8', 5).replaceAll('\0', ' ')}`,
        )
    }
    this.push(answer)
  }
}

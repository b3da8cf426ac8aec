/**
 * The socket that the driver uses: a Duplex whose other end is the engine in the worker.
 * The engine has one session. A new stream takes over and resets the session; older streams are disconnected.
 */
import { Duplex } from 'node:stream'
import { DatabaseUnavailable } from '../errors'
import type { Engine } from './engine'
import { buildQueryMessage, splitMessages, readTransactionStatus } from './wire-messages'

/** Resets the engine's only session before a new client gets it. */
const RESET_MESSAGES = [
  'rollback',
  'discard all',
  "set session authorization mes; set application_name = 'nonwoven-mes'",
].map(buildQueryMessage)

/** The engine's only session and its current owner. */
export class EngineSession {
  private owner: EngineStream | undefined
  /** Transaction status after the last answer: I idle, T in a transaction, E in a failed one. */
  transactionStatus: 'I' | 'T' | 'E' = 'I'
  /** Time of the last answer, by performance.now(). */
  lastAnswerAt = 0

  constructor(readonly engine: Engine) {
    engine.onDown((error) => {
      this.transactionStatus = 'I'
      this.owner?.destroy(error)
    })
  }

  takeOver(stream: EngineStream): void {
    // The pool has one client, so an older stream is already ending, and its end is not an error.
    this.owner?.destroy()
    this.owner = stream
  }

  /** Ends the session of a client that keeps a transaction open for too long. */
  disconnectOwner(reason: DatabaseUnavailable): void {
    this.owner?.destroy(reason)
    this.transactionStatus = 'I'
  }

  /** @param expectsReady the answer must end with ready-for-query; without it the engine has stopped in the middle */
  async exchange(stream: EngineStream, bytes: Uint8Array, expectsReady: boolean): Promise<Buffer> {
    if (this.owner !== stream) throw new DatabaseUnavailable('This client no longer has the session')
    const answer = await this.engine.exchange(bytes)
    const transactionStatus = readTransactionStatus(answer)
    if (expectsReady && !transactionStatus) {
      void this.engine.restart('the engine stopped in the middle of a statement')
      throw new DatabaseUnavailable('The database stopped in the middle of this statement and is being reopened')
    }
    this.transactionStatus = transactionStatus ?? this.transactionStatus
    this.lastAnswerAt = performance.now()
    return Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength)
  }
}

/** One driver connection to the engine's session. */
export class EngineStream extends Duplex {
  private hasStarted = false
  private partialBytes: Buffer | undefined

  constructor(private readonly session: EngineSession) {
    super({ allowHalfOpen: false })
  }

  // Methods that the driver calls on a socket.
  connect(): this {
    queueMicrotask(() => {
      const { engine } = this.session
      if (engine.state !== 'open')
        this.destroy(
          new DatabaseUnavailable(`The database is not available: ${engine.unavailableReason ?? engine.state}`),
        )
      else {
        this.session.takeOver(this)
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
    this.handleChunk(chunk).then(() => done(), done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.handleChunk(Buffer.concat(chunks.map(({ chunk }) => chunk))).then(() => done(), done)
  }

  override _final(done: (error?: Error | null) => void): void {
    this.push(null)
    done()
  }

  private async handleChunk(chunk: Buffer): Promise<void> {
    let bytes = this.partialBytes ? Buffer.concat([this.partialBytes, chunk]) : chunk
    this.partialBytes = undefined
    if (!this.hasStarted) {
      const length = bytes.length >= 4 ? bytes.readInt32BE(0) : Infinity
      if (bytes.length < length) {
        this.partialBytes = bytes
        return
      }
      await this.startSession(bytes.subarray(0, length))
      bytes = bytes.subarray(length)
    }
    const { completeMessages, partialMessage, isTerminated, expectsReady } = splitMessages(bytes)
    if (partialMessage.length) this.partialBytes = partialMessage
    if (completeMessages.length) this.push(await this.session.exchange(this, completeMessages, expectsReady))
    if (isTerminated) this.push(null)
  }

  private async startSession(packet: Buffer): Promise<void> {
    this.hasStarted = true
    const answer = await this.session.exchange(this, packet, true)
    for (const message of RESET_MESSAGES) {
      const resetAnswer = await this.session.exchange(this, message, true)
      // 0x45 is `E`, an error response.
      if (resetAnswer[0] === 0x45)
        throw new DatabaseUnavailable(
          `The session cannot be prepared: ${resetAnswer.toString('utf8', 5).replaceAll('\0', ' ')}`,
        )
    }
    this.push(answer)
  }
}

/**
 * Keeps the plant's inlets connected. Each session is held by one instance; if this instance dies, another takes over
 * within seconds.
 */
import { randomUUID } from 'node:crypto'
import type { Application } from '@/server/application'
import type { InletKind } from '../contract/inlet'
import { Intake } from './inlet-intake'
import { SessionStatus, type OpenInletConnection, type InletConnection } from './inlet-session'
import {
  claimSession,
  countSessions,
  loadEnabledInlets,
  releaseSession,
  renewSession,
  updateInletStates,
  type InletSettings,
  type SessionId,
} from './inlet-store'

export interface RunnerOptions {
  readonly tickMs?: number
  /** Time after which another instance may take a session that is not renewed. */
  readonly leaseMs?: number
}
/** Protocol code is loaded only when an inlet uses it. */
const connectors: Readonly<Record<InletKind, () => Promise<OpenInletConnection>>> = {
  mqtt: async () => (await import('./mqtt/listen-over-mqtt')).listenToTopics,
  sparkplug: async () => (await import('./mqtt/listen-over-mqtt')).listenToNodes,
  opcua: async () => (await import('./opcua/listen-to-server')).listenToServer,
}
/** A session that this instance holds. */
interface HeldSession extends SessionId {
  readonly inlet: InletSettings
  readonly status: SessionStatus
  readonly intake: Intake
  connection: InletConnection | null
  /** Time of the last renewal, by `performance.now`. */
  renewedAt: number
}
const toSessionKey = ({ inletId, slot }: SessionId): string => `${inletId} ${slot}`

/** Claims sessions, opens their connections and renews their leases at every tick. */
export class InletRunner {
  readonly #holderId = randomUUID()
  readonly #heldSessions = new Map<string, HeldSession>()
  readonly #tickMs: number
  readonly #leaseMs: number
  #timer: NodeJS.Timeout | null = null
  #runningTick: Promise<void> | null = null
  #seenInletVersion = -1
  #hasInlets = true

  constructor(
    private readonly app: Application,
    { tickMs = 2_000, leaseMs = 10_000 }: RunnerOptions = {},
  ) {
    this.#tickMs = tickMs
    this.#leaseMs = leaseMs
  }
  start(): void {
    this.#timer = setInterval(() => void this.tick(), this.#tickMs).unref()
    void this.tick()
  }
  /** Releases every session, so that another instance continues at once. */
  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    await this.#runningTick
    await Promise.all([...this.#heldSessions.values()].map((session) => this.#closeAndRelease(session, undefined)))
  }
  /** Stops without releasing sessions, like a killed process. For tests. */
  async abandon(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    await this.#runningTick
    await Promise.all([...this.#heldSessions.values()].map((session) => this.#closeSession(session, undefined)))
  }
  /** Brings the sessions in line with the inlets. A call during a running tick returns that tick. */
  tick(): Promise<void> {
    this.#runningTick ??= this.#updateSessions()
      .catch((error: unknown) => this.app.log.warn({ err: error }, 'inlets could not be looked after'))
      .then(() => this.#closeExpiredSessions())
      .finally(() => {
        this.#runningTick = null
      })
    return this.#runningTick
  }

  async #updateSessions(): Promise<void> {
    const version = this.app.changes.getVersion('inlet')
    if (!this.#hasInlets && version === this.#seenInletVersion) return
    const inlets = await loadEnabledInlets(this.app)
    this.#seenInletVersion = version
    this.#hasInlets = inlets.length > 0
    const inletById = new Map(inlets.map((inlet) => [inlet.id, inlet]))
    for (const session of Array.from(this.#heldSessions.values()))
      await this.#renewOrReconnect(session, inletById.get(session.inletId))
    for (const inlet of inlets) await this.#claimSession(inlet)
    await updateInletStates(this.app)
  }
  /** Renews a session. Reconnects if the inlet was changed, and closes the session if it is no longer needed. */
  async #renewOrReconnect(session: HeldSession, inlet: InletSettings | undefined): Promise<void> {
    if (!inlet || session.slot >= countSessions(inlet)) return this.#closeAndRelease(session, null)
    const { status, intake } = session
    const counts = intake.takeCounts()
    const isStillHeld = await renewSession(this.app, this.#holderId, session, this.#leaseMs, {
      ...counts,
      state: status.storageError === null ? status.state : 'failed',
      since: status.since,
      lastError: status.storageError ?? status.lastError,
    })
    if (!isStillHeld) return this.#closeSession(session, undefined)
    session.renewedAt = performance.now()
    // A connection that could not be opened is tried again at every tick.
    if (inlet.version === session.inlet.version && session.connection) return
    await this.#closeSession(session, inlet)
    await this.#openSession(inlet, session.slot)
  }
  /** Claims at most one session of an inlet per tick, so that instances that start together share the sessions. */
  async #claimSession(inlet: InletSettings): Promise<void> {
    for (let slot = 0; slot < countSessions(inlet); slot++) {
      if (this.#heldSessions.has(toSessionKey({ inletId: inlet.id, slot }))) continue
      if (!(await claimSession(this.app, this.#holderId, { inletId: inlet.id, slot }, this.#leaseMs))) continue
      return this.#openSession(inlet, slot)
    }
  }
  async #openSession(inlet: InletSettings, slot: number): Promise<void> {
    const status = new SessionStatus(this.app.clock)
    const intake = new Intake(this.app, inlet, (errorMessage) => {
      status.storageError = errorMessage
    })
    const session: HeldSession = {
      inletId: inlet.id,
      slot,
      inlet,
      status,
      intake,
      connection: null,
      renewedAt: performance.now(),
    }
    this.#heldSessions.set(toSessionKey(session), session)
    try {
      const connect = await connectors[inlet.kind]()
      session.connection = await connect({ app: this.app, inlet, slot, status, intake })
    } catch (error) {
      status.set('failed', error instanceof Error ? error.message : String(error))
      this.app.log.warn({ err: error, inlet: inlet.name }, 'an inlet could not be opened')
    }
  }
  async #closeAndRelease(session: HeldSession, nextSettings: InletSettings | null | undefined): Promise<void> {
    await this.#closeSession(session, nextSettings)
    await releaseSession(this.app, this.#holderId, session)
  }
  /** Closes the connection and the intake. `nextSettings` has the meaning described at `InletConnection`. */
  async #closeSession(session: HeldSession, nextSettings: InletSettings | null | undefined): Promise<void> {
    this.#heldSessions.delete(toSessionKey(session))
    await session.connection
      ?.close(nextSettings)
      .catch((error: unknown) => this.app.log.warn({ err: error }, 'an inlet did not close in order'))
    await session.intake.close()
  }
  /** Closes sessions whose lease could not be renewed: another instance may have taken them. */
  async #closeExpiredSessions(): Promise<void> {
    for (const session of this.#heldSessions.values())
      if (performance.now() - session.renewedAt > this.#leaseMs) await this.#closeSession(session, undefined)
  }
}

/** Starts the inlets of this instance. @returns function that stops them */
export function runInlets(app: Application): Promise<() => Promise<void>> {
  const runner = new InletRunner(app)
  runner.start()
  return Promise.resolve(() => runner.close())
}

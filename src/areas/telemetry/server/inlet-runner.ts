/**
 * Keeps the plant's inlets connected. One instance holds each session; if it dies, another takes over within seconds.
 */
import { randomUUID } from 'node:crypto'
import type { Application } from '@/server/application'
import type { InletKind } from '../contract/inlet'
import { Intake } from './inlet-intake'
import { SessionStatus, type OpenInletConnection, type InletConnection } from './inlet-session'
import {
  claimSession,
  loadEnabledInlets,
  releaseSession,
  renewSession,
  updateInletStates,
  type InletSettings,
  type SessionId,
} from './inlet-store'

export interface RunnerOptions {
  readonly tickMs?: number
  readonly leaseMs?: number
}
/** Protocol code is loaded only when an inlet uses it. */
const connectors: Readonly<Record<InletKind, () => Promise<OpenInletConnection>>> = {
  mqtt: async () => (await import('./mqtt/listen-to-topics')).listenToTopics,
  sparkplug: async () => (await import('./mqtt/listen-to-nodes')).listenToNodes,
  opcua: async () => (await import('./opcua/listen-to-server')).listenToServer,
}
interface HeldSession extends SessionId {
  readonly inlet: InletSettings
  readonly status: SessionStatus
  readonly intake: Intake
  connection: InletConnection | null
  renewedAt: number
}
const countSlots = ({ kind, sessions }: InletSettings): number => (kind === 'mqtt' ? sessions : 1)
const toSessionKey = ({ inletId, slot }: SessionId): string => `${inletId} ${slot}`

/** Claims sessions, opens their connections and renews their leases at every tick. */
export class InletRunner {
  readonly #holder = randomUUID()
  readonly #held = new Map<string, HeldSession>()
  readonly #tickMs: number
  readonly #leaseMs: number
  #timer: NodeJS.Timeout | null = null
  #busy: Promise<void> | null = null
  #seen = -1
  #some = true

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
    await this.#busy
    await Promise.all([...this.#held.values()].map((session) => this.#leave(session, undefined)))
  }
  /** Stops without releasing sessions, like a killed process. For tests. */
  async abandon(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    await this.#busy
    await Promise.all([...this.#held.values()].map((session) => this.#drop(session, undefined)))
  }
  /** Compares the inlets with the open connections; never runs twice at the same time. */
  tick(): Promise<void> {
    this.#busy ??= this.#look()
      .catch((error: unknown) => this.app.log.warn({ err: error }, 'inlets could not be looked after'))
      .then(() => this.#dropLapsed())
      .finally(() => {
        this.#busy = null
      })
    return this.#busy
  }

  async #look(): Promise<void> {
    const version = this.app.changes.version('inlet')
    if (!this.#some && version === this.#seen) return
    const inlets = await loadEnabledInlets(this.app)
    this.#seen = version
    this.#some = inlets.length > 0
    const inletsById = new Map(inlets.map((one) => [one.id, one]))
    for (const session of Array.from(this.#held.values())) await this.#keep(session, inletsById.get(session.inletId))
    for (const inlet of inlets) await this.#claimOne(inlet)
    await updateInletStates(this.app)
  }
  /** Renews a session; reconnects it if the inlet was changed, and closes it if it is not needed any more. */
  async #keep(session: HeldSession, inlet: InletSettings | undefined): Promise<void> {
    if (!inlet || session.slot >= countSlots(inlet)) return this.#leave(session, null)
    const { status, intake } = session
    const news = intake.takeNews()
    const isStillHeld = await renewSession(this.app, this.#holder, session, this.#leaseMs, {
      ...news,
      state: status.storageError === null ? status.state : 'failed',
      since: status.since,
      lastError: status.storageError ?? status.lastError,
    })
    if (!isStillHeld) return this.#drop(session, undefined)
    session.renewedAt = performance.now()
    // A connection that could not be opened is tried again at every tick.
    if (inlet.version === session.inlet.version && session.connection) return
    await this.#drop(session, inlet)
    await this.#begin(inlet, session.slot)
  }
  /** Claims one session per tick, so that instances that start together share the sessions. */
  async #claimOne(inlet: InletSettings): Promise<void> {
    for (let slot = 0; slot < countSlots(inlet); slot++) {
      if (this.#held.has(toSessionKey({ inletId: inlet.id, slot }))) continue
      if (!(await claimSession(this.app, this.#holder, { inletId: inlet.id, slot }, this.#leaseMs))) continue
      return this.#begin(inlet, slot)
    }
  }
  async #begin(inlet: InletSettings, slot: number): Promise<void> {
    const status = new SessionStatus(this.app.clock)
    const intake = new Intake(this.app, inlet, (why) => {
      status.storageError = why
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
    this.#held.set(toSessionKey(session), session)
    try {
      const connect = await connectors[inlet.kind]()
      session.connection = await connect({ app: this.app, inlet, slot, status, intake })
    } catch (error) {
      status.set('failed', error instanceof Error ? error.message : String(error))
      this.app.log.warn({ err: error, inlet: inlet.name }, 'an inlet could not be opened')
    }
  }
  async #leave(session: HeldSession, nextSettings: InletSettings | null | undefined): Promise<void> {
    await this.#drop(session, nextSettings)
    await releaseSession(this.app, this.#holder, session)
  }
  async #drop(session: HeldSession, nextSettings: InletSettings | null | undefined): Promise<void> {
    this.#held.delete(toSessionKey(session))
    await session.connection
      ?.close(nextSettings)
      .catch((error: unknown) => this.app.log.warn({ err: error }, 'an inlet did not close in order'))
    await session.intake.close()
  }
  /** Drops sessions whose lease could not be renewed: another instance may have taken them. */
  async #dropLapsed(): Promise<void> {
    for (const session of this.#held.values())
      if (performance.now() - session.renewedAt > this.#leaseMs) await this.#drop(session, undefined)
  }
}

/** Starts the inlets of this instance. @returns function that stops them */
export function runInlets(app: Application): Promise<() => Promise<void>> {
  const runner = new InletRunner(app)
  runner.start()
  return Promise.resolve(() => runner.close())
}

/**
 * Keeps the plant's inlets connected. One instance holds each session; if it dies, another takes over within seconds.
 */
import { randomUUID } from 'node:crypto'
import type { Application } from '@/server/application'
import type { InletKind } from '../contract/inlet'
import { Intake } from './inlet-intake'
import { Status, type Connect, type Connection } from './inlet-session'
import {
  claimSession,
  enabledInlets,
  releaseSession,
  renewSession,
  showStates,
  type InletSettings,
  type SessionName,
} from './inlet-store'

export interface RunnerOptions {
  readonly tickMs?: number
  readonly leaseMs?: number
}
/** Protocol code is loaded only when an inlet uses it. */
const connectors: Readonly<Record<InletKind, () => Promise<Connect>>> = {
  mqtt: async () => (await import('./mqtt/json-topics')).listenToTopics,
  sparkplug: async () => (await import('./mqtt/sparkplug')).listenToNodes,
  opcua: async () => (await import('./opcua/nodes')).listenToServer,
}
interface Held extends SessionName {
  readonly inlet: InletSettings
  readonly status: Status
  readonly intake: Intake
  connection: Connection | null
  renewedAt: number
}
const slotsOf = ({ kind, sessions }: InletSettings): number => (kind === 'mqtt' ? sessions : 1)
const keyOf = ({ inletId, slot }: SessionName): string => `${inletId} ${slot}`

/** Claims sessions, opens their connections and renews their leases at every tick. */
export class InletRunner {
  readonly #holder = randomUUID()
  readonly #held = new Map<string, Held>()
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
    await Promise.all([...this.#held.values()].map((held) => this.#leave(held, undefined)))
  }
  /** Stops without releasing sessions, like a killed process. For tests. */
  async abandon(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    await this.#busy
    await Promise.all([...this.#held.values()].map((held) => this.#drop(held, undefined)))
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
    const inlets = await enabledInlets(this.app)
    this.#seen = version
    this.#some = inlets.length > 0
    const byId = new Map(inlets.map((one) => [one.id, one]))
    for (const held of Array.from(this.#held.values())) await this.#keep(held, byId.get(held.inletId))
    for (const inlet of inlets) await this.#claimOne(inlet)
    await showStates(this.app)
  }
  /** Renews a session; reconnects it if the inlet was changed, and closes it if it is not needed any more. */
  async #keep(held: Held, inlet: InletSettings | undefined): Promise<void> {
    if (!inlet || held.slot >= slotsOf(inlet)) return this.#leave(held, null)
    const { status, intake } = held
    const news = intake.news()
    const mine = await renewSession(this.app, this.#holder, held, this.#leaseMs, {
      ...news,
      state: status.trouble === null ? status.state : 'failed',
      since: status.since,
      lastError: status.trouble ?? status.lastError,
    })
    if (!mine) return this.#drop(held, undefined)
    held.renewedAt = performance.now()
    // A connection that could not be opened is tried again at every tick.
    if (inlet.version === held.inlet.version && held.connection) return
    await this.#drop(held, inlet)
    await this.#begin(inlet, held.slot)
  }
  /** Claims one session per tick, so that instances that start together share the sessions. */
  async #claimOne(inlet: InletSettings): Promise<void> {
    for (let slot = 0; slot < slotsOf(inlet); slot++) {
      if (this.#held.has(keyOf({ inletId: inlet.id, slot }))) continue
      if (!(await claimSession(this.app, this.#holder, { inletId: inlet.id, slot }, this.#leaseMs))) continue
      return this.#begin(inlet, slot)
    }
  }
  async #begin(inlet: InletSettings, slot: number): Promise<void> {
    const status = new Status(this.app.clock)
    const intake = new Intake(this.app, inlet, (why) => {
      status.trouble = why
    })
    const held: Held = {
      inletId: inlet.id,
      slot,
      inlet,
      status,
      intake,
      connection: null,
      renewedAt: performance.now(),
    }
    this.#held.set(keyOf(held), held)
    try {
      const connect = await connectors[inlet.kind]()
      held.connection = await connect({ app: this.app, inlet, slot, status, intake })
    } catch (error) {
      status.set('failed', error instanceof Error ? error.message : String(error))
      this.app.log.warn({ err: error, inlet: inlet.name }, 'an inlet could not be opened')
    }
  }
  async #leave(held: Held, after: InletSettings | null | undefined): Promise<void> {
    await this.#drop(held, after)
    await releaseSession(this.app, this.#holder, held)
  }
  async #drop(held: Held, after: InletSettings | null | undefined): Promise<void> {
    this.#held.delete(keyOf(held))
    await held.connection
      ?.close(after)
      .catch((error: unknown) => this.app.log.warn({ err: error }, 'an inlet did not close in order'))
    await held.intake.close()
  }
  /** Drops sessions whose lease could not be renewed: another instance may have taken them. */
  async #dropLapsed(): Promise<void> {
    for (const held of this.#held.values())
      if (performance.now() - held.renewedAt > this.#leaseMs) await this.#drop(held, undefined)
  }
}

/** Starts the inlets of this instance. @returns function that stops them */
export function runInlets(app: Application): Promise<() => Promise<void>> {
  const runner = new InletRunner(app)
  runner.start()
  return Promise.resolve(() => runner.close())
}

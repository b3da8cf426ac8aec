import type { Application } from '@/server/application'
import type { InletState } from '../contract/inlet'
import type { Intake } from './inlet-intake'
import type { InletSettings } from './inlet-store'

/** How a connection is, with the time of its last change. */
export class Status {
  state: InletState = 'connecting'
  since: Date
  lastError: string | null = null
  /** Why what comes in cannot be stored; null while it can. */
  trouble: string | null = null
  constructor(private readonly clock: () => Date) {
    this.since = clock()
  }
  /** What went wrong last stays told until it is connected again. */
  set(state: InletState, why: string | null = null): void {
    this.lastError = state === 'connected' ? null : (why ?? this.lastError)
    if (state === this.state) return
    this.state = state
    this.since = this.clock()
  }
}

/** What a connection is made of. */
export interface Connecting {
  readonly app: Application
  readonly inlet: InletSettings
  readonly slot: number
  readonly status: Status
  readonly intake: Intake
}
/**
 * An open connection, which mends itself. `after` are the settings that come next, null when nobody is to listen any more,
 * undefined when another instance goes on.
 */
export interface Connection {
  close(after?: InletSettings | null): Promise<void>
}
export type Connect = (from: Connecting) => Promise<Connection>

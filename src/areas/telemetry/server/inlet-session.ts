import type { Application } from '@/server/application'
import type { InletState } from '../contract/inlet'
import type { Intake } from './inlet-intake'
import type { InletSettings } from './inlet-store'

/** State of a connection, with the time of its last change. */
export class SessionStatus {
  state: InletState = 'connecting'
  since: Date
  lastError: string | null = null
  /** Why readings cannot be stored at present; null if they can. */
  storageError: string | null = null
  constructor(private readonly clock: () => Date) {
    this.since = clock()
  }
  /** The last error stays visible until the connection is established again. */
  set(state: InletState, why: string | null = null): void {
    this.lastError = state === 'connected' ? null : (why ?? this.lastError)
    if (state === this.state) return
    this.state = state
    this.since = this.clock()
  }
}

/** Everything that a connection needs. */
export interface ConnectionContext {
  readonly app: Application
  readonly inlet: InletSettings
  readonly slot: number
  readonly status: SessionStatus
  readonly intake: Intake
}
/**
 * An open connection, which reconnects by itself. `close` takes the next settings: null if the inlet is not used any
 * more, undefined if another instance continues.
 */
export interface InletConnection {
  close(nextSettings?: InletSettings | null): Promise<void>
}
export type OpenInletConnection = (from: ConnectionContext) => Promise<InletConnection>

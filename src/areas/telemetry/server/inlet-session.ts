import type { Application } from '@/server/application'
import type { InletState } from '../contract/inlet'
import type { Intake } from './inlet-intake'
import type { InletSettings } from './inlet-store'

/** Connection state of a session, and the errors that people see. */
export class SessionStatus {
  state: InletState = 'connecting'
  /** Time of the last change of `state`. */
  since: Date
  lastError: string | null = null
  /** Why readings cannot be stored at present; null if they can. */
  storageError: string | null = null
  constructor(private readonly clock: () => Date) {
    this.since = clock()
  }
  /** Changes the state. The last error stays visible until the connection is established again. */
  set(state: InletState, errorMessage: string | null = null): void {
    this.lastError = state === 'connected' ? null : (errorMessage ?? this.lastError)
    if (state === this.state) return
    this.state = state
    this.since = this.clock()
  }
}

/** Settings and services of a connection. */
export interface ConnectionContext {
  readonly app: Application
  readonly inlet: InletSettings
  /** Number of the session within its inlet, from 0. */
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
/** Opens the connection of a session; one function per protocol. */
export type OpenInletConnection = (context: ConnectionContext) => Promise<InletConnection>

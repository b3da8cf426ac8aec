import { SYNC_BATCH_SIZE } from '@/contract/sync'
import type { Clock } from './clock'
import type { LastError, OutboxDatabase } from './database'
import type { RunExclusively } from './drain-lock'
import { isDue, MAX_WAIT_MS, calculateRetryDelay, toSyncOp, type PlannedCommand } from './drain-plan'
import { recordServerFailure, parkCommand, releaseBatch, settleBatch, takeBatch } from './drain-settle'
import type { RequestOutcome, Transport } from './transport'
import { findNextPhoto, uploadPhoto, type RecompressPhoto, type UploadDeps } from './uploads'

/** The session of the person signed in on this phone, which sends the commands. */
export interface PhoneSession {
  userId: string
  token: string
}
/**
 * Why a pass ended. `clear`: nothing is left to send now; `more`: the time of the pass is over; `backingOff`: too early
 * after a failure; `busy`: another tab drains; `crowded`: the server is overloaded. The other reasons are named after
 * the obstacle.
 */
export type PassEnd = 'clear' | 'more' | 'backingOff' | 'busy' | 'offline' | 'crowded' | 'failed' | 'signedOut'
/** Phase of a pass: `trying` (connection unknown), `sending` (the server has answered), or how it ended. */
export type DrainPhase = 'trying' | 'sending' | PassEnd
/** Result of a pass of the drain, and the time of the next pass. */
export interface PassReport {
  end: PassEnd
  /** Number of acknowledged commands. */
  sent: number
  /** Number of uploaded photos. */
  photos: number
  /** Time at which the next pass makes sense, ms; null if nothing waits for a time. */
  nextAt: number | null
}

/** A pass lasts at most 30 s: it starts requests during the first half, and the last request may take the second half. */
export const PASS_WINDOW_MS = 15_000
export const FETCH_TIMEOUT_MS = 15_000
const PING_TIMEOUT_MS = FETCH_TIMEOUT_MS / 3
/** Pause before the next attempt while another tab sends. */
const BUSY_RETRY_MS = 5_000
/**
 * After this many server errors in a row a pass sends no more commands. One more error also ends the sending of photos.
 */
const MAX_FAILURES_IN_ROW = 3
/** No ping if the server answered within this time, ms. */
const PING_SKIP_MS = 30_000

export interface DrainDeps {
  db: OutboxDatabase
  transport: Transport
  clock: Clock
  getSession: () => PhoneSession | null
  runExclusively: RunExclusively
  random?: () => number
  recompress?: RecompressPhoto
  storeSentPhoto?: NonNullable<UploadDeps['storeSentPhoto']>
  /** Called with the resources changed by sent commands: their lists are outdated. */
  onSent?: (resources: string[]) => void
  onPhase?: (phase: DrainPhase) => void
}
export type Drain = ReturnType<typeof createDrain>
type RequestFailure = Exclude<RequestOutcome<unknown>, { kind: 'ok' }>
/** The session of a pass, and what it has achieved so far. */
interface PassState {
  session: PhoneSession
  startedAt: number
  sent: number
  photos: number
  nextAt: number | null
  /** Server errors of commands and photos in a row. */
  failuresInRow: number
}

/**
 * Creates the drain, which sends saved commands one pass at a time. It has no timers: triggers call `run`
 * (drain-triggers.ts).
 */
export function createDrain(deps: DrainDeps) {
  const { db, transport, clock } = deps
  const random = deps.random ?? Math.random
  /** State of the connection as a whole; errors of a single command are stored with the command. */
  const connection = {
    failuresInRow: 0,
    backOffUntil: 0,
    lastHeardAt: -Infinity,
    batchSize: SYNC_BATCH_SIZE,
    refusedToken: null as string | null,
  }
  let activeRun: Promise<PassReport> | null = null

  const getElapsedMs = (pass: PassState) => Math.abs(clock.now() - pass.startedAt)
  const canBeginRequest = (pass: PassState) =>
    getElapsedMs(pass) < PASS_WINDOW_MS && deps.getSession()?.token === pass.session.token
  function onServerHeard(): void {
    Object.assign(connection, { failuresInRow: 0, backOffUntil: 0, lastHeardAt: clock.now() })
    deps.onPhase?.('sending')
  }
  function backOff(minDelayMs = 0): void {
    connection.failuresInRow++
    connection.backOffUntil =
      clock.now() + Math.max(Math.min(minDelayMs, MAX_WAIT_MS), calculateRetryDelay(connection.failuresInRow, random))
  }
  /** Updates the connection state after a failed request and returns how the pass ends. */
  function handleConnectionFailure(failure: RequestFailure, pass: PassState): PassEnd {
    if (failure.kind === 'signedOut') {
      connection.refusedToken = pass.session.token
      return 'signedOut'
    }
    backOff(failure.kind === 'busy' ? (failure.retryAfterMs ?? 0) : 0)
    if (failure.kind !== 'unreachable') return failure.kind === 'busy' ? 'crowded' : 'failed'
    connection.lastHeardAt = -Infinity
    return 'offline'
  }

  /** Pings the server unless it has answered recently. Returns how the pass ends; null if the server is reachable. */
  async function reachServer(pass: PassState): Promise<PassEnd | null> {
    if (Math.abs(clock.now() - connection.lastHeardAt) < PING_SKIP_MS) return null
    const sentAt = clock.now()
    const pingOutcome = await transport.ping(PING_TIMEOUT_MS)
    if (pingOutcome.kind !== 'ok') return handleConnectionFailure(pingOutcome, pass)
    onServerHeard()
    await clock.addMeasurement(sentAt, clock.now(), pingOutcome.data.at)
    return null
  }

  /** Sends one batch and stores the answers. Returns how the pass ends; null to continue. */
  async function sendBatch(pass: PassState, batch: PlannedCommand[]): Promise<PassEnd | null> {
    const sentAt = clock.now()
    const request = {
      ops: batch.map((command) => toSyncOp(command, clock.getOffsetMs())),
      sentAt: new Date(sentAt).toISOString(),
    }
    const outcome = await transport.sendCommands(pass.session.token, request, FETCH_TIMEOUT_MS)
    if (outcome.kind !== 'ok') return handleBatchFailure(pass, batch, outcome)
    onServerHeard()
    connection.batchSize = Math.min(SYNC_BATCH_SIZE, connection.batchSize * 2)
    await clock.addMeasurement(sentAt, clock.now(), outcome.data.receivedAt)
    const sentResources = await settleBatch(db, pass.session.userId, batch, outcome.data.answers, {
      now: clock.now(),
      random,
    })
    pass.sent += sentResources.length
    if (sentResources.length > 0) pass.failuresInRow = 0
    if (sentResources.length > 0) deps.onSent?.([...new Set(sentResources)])
    return null
  }
  /** Handles a failed request. If one command may be the cause, smaller batches find out which one. */
  async function handleBatchFailure(
    pass: PassState,
    batch: PlannedCommand[],
    failure: RequestFailure,
  ): Promise<PassEnd | null> {
    const [onlyCommand] = batch.length === 1 ? batch : []
    const error = toLastError(failure, clock.now())
    const isRequestFault = failure.kind === 'server' || failure.kind === 'refused' || failure.kind === 'tooLarge'
    // A slow connection may time out with a full batch, but not with a single command.
    const isTimeout = failure.kind === 'unreachable' && failure.cause === 'timeout'
    if ((isRequestFault || isTimeout) && !onlyCommand) connection.batchSize = Math.max(1, Math.floor(batch.length / 2))
    if (onlyCommand && failure.kind === 'server') {
      await recordServerFailure(db, onlyCommand.row.id, failure.message, { now: clock.now(), random })
      // The command now waits for its retry; the pass continues with the other commands unless they fail as well.
      if (++pass.failuresInRow < MAX_FAILURES_IN_ROW) return null
    } else if (onlyCommand && isRequestFault) await parkCommand(db, onlyCommand.row.id, error)
    else await releaseBatch(db, batch, error)
    if (failure.kind === 'server') pass.failuresInRow = MAX_FAILURES_IN_ROW
    return failure.kind === 'tooLarge' ? null : handleConnectionFailure(failure, pass)
  }

  /** Sends batches until no command is due (null), the time of the pass is over (`more`), or a request fails. */
  async function sendCommands(pass: PassState): Promise<PassEnd | null> {
    while (canBeginRequest(pass)) {
      const { batch, nextDueAt } = await takeBatch(db, pass.session.userId, clock.now(), connection.batchSize)
      pass.nextAt = nextDueAt
      if (batch.length === 0) return null
      const end = await sendBatch(pass, batch)
      if (end) return end
    }
    return 'more'
  }
  async function runPass(session: PhoneSession): Promise<PassReport> {
    const pass: PassState = { session, startedAt: clock.now(), sent: 0, photos: 0, nextAt: null, failuresInRow: 0 }
    const getNextPassAt = (end: PassEnd) => {
      if (end === 'more') return clock.now()
      return connection.backOffUntil > clock.now() ? connection.backOffUntil : pass.nextAt
    }
    const finish = (end: PassEnd): PassReport => ({
      end,
      sent: pass.sent,
      photos: pass.photos,
      nextAt: getNextPassAt(end),
    })
    const unreachableEnd = await reachServer(pass)
    if (unreachableEnd) return finish(unreachableEnd)
    for (let commandsEnd: PassEnd | null = null; ;) {
      // Commands first, and again after every photo, so that new commands do not wait for megabytes.
      commandsEnd ??= await sendCommands(pass)
      // Commands with server errors do not block photos of commands that were sent.
      if (commandsEnd !== null && commandsEnd !== 'failed') return finish(commandsEnd)
      const photo = await findNextPhoto(db, session.userId, clock.now())
      if (!photo || pass.failuresInRow > MAX_FAILURES_IN_ROW) return finish(commandsEnd ?? 'clear')
      const upload = await uploadPhoto({ ...deps, now: clock.now, random }, session.token, photo, () =>
        canBeginRequest(pass) ? FETCH_TIMEOUT_MS : 0,
      )
      if (upload.kind === 'stop') return finish(handleConnectionFailure(upload.outcome, pass))
      if (upload.kind === 'outOfTime') return finish('more')
      if (upload.kind === 'failed') pass.failuresInRow++
      else onServerHeard()
      if (upload.kind === 'stored') pass.photos++
    }
  }
  async function runIfAllowed(): Promise<PassReport> {
    const buildEmptyReport = (end: PassEnd, nextAt: number | null = null): PassReport => ({
      end,
      sent: 0,
      photos: 0,
      nextAt,
    })
    const session = deps.getSession()
    if (!session || session.token === connection.refusedToken) return buildEmptyReport('signedOut')
    if (!isDue(connection.backOffUntil, clock.now())) return buildEmptyReport('backingOff', connection.backOffUntil)
    deps.onPhase?.('trying')
    const report = await deps.runExclusively(() => runPass(session))
    return report === 'busy' ? buildEmptyReport('busy', clock.now() + BUSY_RETRY_MS) : report
  }

  return {
    /** Runs a pass or joins the running one. `eager` (user request, network back, new login) skips the waiting time. */
    async run(eager = false): Promise<PassReport> {
      if (eager) Object.assign(connection, { failuresInRow: 0, backOffUntil: 0, lastHeardAt: -Infinity })
      activeRun ??= runIfAllowed().finally(() => (activeRun = null))
      const report = await activeRun
      deps.onPhase?.(report.end)
      return report
    },
    isRunning: () => activeRun !== null,
    /** True if the token was refused: nothing is sent until there is a new one. */
    isPaused: () => connection.refusedToken !== null && deps.getSession()?.token === connection.refusedToken,
  }
}

function toLastError(failure: RequestFailure, failedAt: number): LastError {
  const blankError: LastError = { kind: 'network', errno: null, message: '', issues: [], data: null, at: failedAt }
  switch (failure.kind) {
    case 'unreachable':
      return { ...blankError, kind: failure.cause }
    case 'busy':
      return { ...blankError, kind: 'busy', message: failure.message }
    case 'server':
      return { ...blankError, kind: 'server', message: failure.message }
    case 'refused':
      return {
        ...blankError,
        kind: 'refused',
        errno: failure.errno,
        message: failure.message,
        issues: failure.issues,
        data: failure.data,
      }
    default:
      return { ...blankError, kind: failure.kind }
  }
}

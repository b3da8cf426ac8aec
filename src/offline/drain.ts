import { SYNC_BATCH } from '@/contract/sync'
import type { Clock } from './clock'
import type { LastError, OutboxDatabase } from './database'
import type { Exclusive } from './drain-lock'
import { isDue, LONGEST_WAIT, waitAfter, wireOp, type Planned } from './drain-plan'
import { blame, park, releaseBatch, settleBatch, takeBatch } from './drain-settle'
import type { Outcome, Transport } from './transport'
import { nextPhoto, uploadPhoto, type Recompress, type UploadDeps } from './uploads'

/** The session of the person signed in on this phone, which sends the commands. */
export interface Session {
  userId: string
  token: string
}
/**
 * Why a pass ended. `clear`: nothing is left to send now; `more`: out of time; `backingOff`: too early after a failure;
 * `busy`: another tab drains; the others name the obstacle.
 */
export type PassEnd = 'clear' | 'more' | 'backingOff' | 'busy' | 'offline' | 'crowded' | 'failed' | 'signedOut'
/** Phase of a pass: `trying` (connection unknown), `sending` (the server has answered), or how it ended. */
export type Phase = 'trying' | 'sending' | PassEnd
export interface PassReport {
  end: PassEnd
  sent: number
  photos: number
  /** When the next pass makes sense (ms); null: nothing waits for a time. */ nextAt: number | null
}

/** A pass starts requests during half of its 30 s; each request may take the other half. */
export const PASS_WINDOW = 15_000
export const FETCH_TIMEOUT = 15_000
/** Server errors in a row after which a pass gives up; one more for a photo. */
const FAILURES = 3
/** No ping if the server answered within this time, ms. */
const HEARD = 30_000

export interface DrainDeps {
  db: OutboxDatabase
  transport: Transport
  clock: Clock
  session: () => Session | null
  exclusive: Exclusive
  random?: () => number
  recompress?: Recompress
  keepSent?: NonNullable<UploadDeps['keepSent']>
  /** Called with the resources changed by sent commands: their lists are outdated. */
  onSent?: (resources: string[]) => void
  onPhase?: (phase: Phase) => void
}
export type Drain = ReturnType<typeof createDrain>
type Failure = Exclude<Outcome<unknown>, { kind: 'ok' }>
/** The session of a pass, and what it has achieved so far. */
interface Pass {
  session: Session
  startedAt: number
  sent: number
  photos: number
  nextAt: number | null
  /** Commands and photos with a server error, in a row. */ blamed: number
}

/**
 * Creates the drain, which sends saved commands one pass at a time. It has no timers: triggers call `run`
 * (drain-triggers.ts).
 */
export function createDrain(deps: DrainDeps) {
  const { db, transport, clock } = deps
  const random = deps.random ?? Math.random
  /** State of the connection as a whole; errors of a single command are stored with the command. */
  const road = { failures: 0, until: 0, heardAt: -Infinity, size: SYNC_BATCH, refusedToken: null as string | null }
  let running: Promise<PassReport> | null = null

  const elapsed = (pass: Pass) => Math.abs(clock.now() - pass.startedAt)
  const mayBegin = (pass: Pass) => elapsed(pass) < PASS_WINDOW && deps.session()?.token === pass.session.token
  function heard(): void {
    Object.assign(road, { failures: 0, until: 0, heardAt: clock.now() })
    deps.onPhase?.('sending')
  }
  function stumble(atLeast = 0): void {
    road.failures++
    road.until = clock.now() + Math.max(Math.min(atLeast, LONGEST_WAIT), waitAfter(road.failures, random))
  }
  /** Updates the connection state after a failed request and returns how the pass ends. */
  function roadEnd(failure: Failure, pass: Pass): PassEnd {
    if (failure.kind === 'signedOut') {
      road.refusedToken = pass.session.token
      return 'signedOut'
    }
    stumble(failure.kind === 'busy' ? (failure.retryAfter ?? 0) : 0)
    if (failure.kind !== 'unreachable') return failure.kind === 'busy' ? 'crowded' : 'failed'
    road.heardAt = -Infinity
    return 'offline'
  }

  async function reach(pass: Pass): Promise<PassEnd | null> {
    if (Math.abs(clock.now() - road.heardAt) < HEARD) return null
    const sentAt = clock.now()
    const pong = await transport.ping(FETCH_TIMEOUT / 3)
    if (pong.kind !== 'ok') return roadEnd(pong, pass)
    heard()
    await clock.learn(sentAt, clock.now(), pong.data.at)
    return null
  }

  async function sendBatch(pass: Pass, batch: Planned[]): Promise<PassEnd | null> {
    const sentAt = clock.now()
    const request = { ops: batch.map(wireOp), sentAt: new Date(sentAt).toISOString() }
    const outcome = await transport.sync(pass.session.token, request, FETCH_TIMEOUT)
    if (outcome.kind !== 'ok') return afterFailure(pass, batch, outcome)
    heard()
    road.size = Math.min(SYNC_BATCH, road.size * 2)
    await clock.learn(sentAt, clock.now(), outcome.data.receivedAt)
    const done = await settleBatch(db, pass.session.userId, batch, outcome.data.answers, { now: clock.now(), random })
    pass.sent += done.length
    if (done.length > 0) pass.blamed = 0
    if (done.length > 0) deps.onSent?.([...new Set(done)])
    return null
  }
  /** Handles a failed request. If one command may be the cause, smaller batches find out which one. */
  async function afterFailure(pass: Pass, batch: Planned[], failure: Failure): Promise<PassEnd | null> {
    const [only] = batch.length === 1 ? batch : []
    const error = errorOf(failure, clock.now())
    const ofTheRequest = failure.kind === 'server' || failure.kind === 'refused' || failure.kind === 'tooLarge'
    // A slow connection may time out with a full batch, but not with a single command.
    const tooSlow = failure.kind === 'unreachable' && failure.why === 'timeout'
    if ((ofTheRequest || tooSlow) && !only) road.size = Math.max(1, Math.floor(batch.length / 2))
    if (only && failure.kind === 'server') {
      await blame(db, only.row.id, failure.message, { now: clock.now(), random })
      // The command now waits for its retry; the pass continues with the others unless they fail as well.
      if (++pass.blamed < FAILURES) return null
    } else if (only && ofTheRequest) await park(db, only.row.id, error)
    else await releaseBatch(db, batch, error)
    if (failure.kind === 'server') pass.blamed = FAILURES
    return failure.kind === 'tooLarge' ? null : roadEnd(failure, pass)
  }

  async function sendCommands(pass: Pass): Promise<PassEnd | null> {
    while (mayBegin(pass)) {
      const { batch, nextDue } = await takeBatch(db, pass.session.userId, clock.now(), road.size)
      pass.nextAt = nextDue
      if (batch.length === 0) return null
      const end = await sendBatch(pass, batch)
      if (end) return end
    }
    return 'more'
  }
  async function pass(session: Session): Promise<PassReport> {
    const state: Pass = { session, startedAt: clock.now(), sent: 0, photos: 0, nextAt: null, blamed: 0 }
    const finish = (end: PassEnd): PassReport => ({
      end,
      sent: state.sent,
      photos: state.photos,
      nextAt: end === 'more' ? clock.now() : road.until > clock.now() ? road.until : state.nextAt,
    })
    const unreachable = await reach(state)
    if (unreachable) return finish(unreachable)
    for (let lane: PassEnd | null = null; ;) {
      // Commands first, and again after every photo, so that new commands do not wait for megabytes.
      lane ??= await sendCommands(state)
      // Commands with server errors do not block photos of commands that were sent.
      if (lane !== null && lane !== 'failed') return finish(lane)
      const photo = await nextPhoto(db, session.userId, clock.now())
      if (!photo || state.blamed > FAILURES) return finish(lane ?? 'clear')
      const step = await uploadPhoto({ ...deps, now: clock.now, random }, session.token, photo, () =>
        mayBegin(state) ? FETCH_TIMEOUT : 0,
      )
      if (step.kind === 'stop') return finish(roadEnd(step.outcome, state))
      if (step.kind === 'outOfTime') return finish('more')
      if (step.kind === 'failed') state.blamed++
      else heard()
      if (step.kind === 'stored') state.photos++
    }
  }
  async function guarded(): Promise<PassReport> {
    const idle = (end: PassEnd, nextAt: number | null = null): PassReport => ({ end, sent: 0, photos: 0, nextAt })
    const session = deps.session()
    if (!session || session.token === road.refusedToken) return idle('signedOut')
    if (!isDue(road.until, clock.now())) return idle('backingOff', road.until)
    deps.onPhase?.('trying')
    const report = await deps.exclusive(() => pass(session))
    return report === 'busy' ? idle('busy', clock.now() + 5_000) : report
  }

  return {
    /** Runs a pass or joins the running one. `eager` (user request, network back, new login) skips the waiting time. */
    async run(eager = false): Promise<PassReport> {
      if (eager) Object.assign(road, { failures: 0, until: 0, heardAt: -Infinity })
      running ??= guarded().finally(() => (running = null))
      const report = await running
      deps.onPhase?.(report.end)
      return report
    },
    running: () => running !== null,
    /** True if the token was refused: nothing is sent until there is a new one. */
    paused: () => road.refusedToken !== null && deps.session()?.token === road.refusedToken,
  }
}

function errorOf(failure: Failure, at: number): LastError {
  const none: LastError = { kind: 'network', errno: null, message: '', issues: [], data: null, at }
  switch (failure.kind) {
    case 'unreachable':
      return { ...none, kind: failure.why }
    case 'busy':
      return { ...none, kind: 'busy', message: failure.message }
    case 'server':
      return { ...none, kind: 'server', message: failure.message }
    case 'refused':
      return {
        ...none,
        kind: 'refused',
        errno: failure.errno,
        message: failure.message,
        issues: failure.issues,
        data: failure.data,
      }
    default:
      return { ...none, kind: failure.kind }
  }
}

import { SYNC_BATCH } from '@/contract/sync'
import type { Clock } from './clock'
import type { LastError, OutboxDatabase } from './database'
import type { Exclusive } from './drain-lock'
import { isDue, LONGEST_WAIT, waitAfter, wireOp, type Planned } from './drain-plan'
import { blame, park, releaseBatch, settleBatch, takeBatch } from './drain-settle'
import type { Outcome, Transport } from './transport'
import { nextPhoto, uploadPhoto, type Recompress, type UploadDeps } from './uploads'

/** Who is signed in here, and may therefore send. */
export interface Session {
  userId: string
  token: string
}
/**
 * Why a pass ended. `clear`: nothing that could be sent now is left; `more`: its time was over; `backingOff`: too early after a
 * failure; `busy`: another tab drains; the rest tell what is in the way.
 */
export type PassEnd = 'clear' | 'more' | 'backingOff' | 'busy' | 'offline' | 'crowded' | 'failed' | 'signedOut'
/** How a pass goes: begun, on a road that is not known to carry; the server was heard; ended. */
export type Phase = 'trying' | 'sending' | PassEnd
export interface PassReport {
  end: PassEnd
  sent: number
  photos: number
  /** Moment (ms) when another pass makes sense; null: nothing waits for a time. */ nextAt: number | null
}

/** A pass begins requests for half of its 30 s, and each may take the other half. */
export const PASS_WINDOW = 15_000
export const FETCH_TIMEOUT = 15_000
/** The server may fail over this many things in a row before a pass gives up; one more for a photo. */
const FAILURES = 3
/** A ping is skipped when the server was heard this recently, ms. */
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
  /** Resources that the server has just changed for us: lists of them are out of date. */
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
  /** Things the server failed over, in a row. */ blamed: number
}

/** Sends what is saved, one pass at a time. Holds no timers: `run` is called by triggers (drain-triggers.ts). */
export function createDrain(deps: DrainDeps) {
  const { db, transport, clock } = deps
  const random = deps.random ?? Math.random
  /** The road to the server as a whole; what is wrong with one command is kept with the command. */
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
  /** What a failure that concerns the road means for the pass. */
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
  /** A whole request failed. If it may be the fault of one command, smaller batches find out which. */
  async function afterFailure(pass: Pass, batch: Planned[], failure: Failure): Promise<PassEnd | null> {
    const [only] = batch.length === 1 ? batch : []
    const error = errorOf(failure, clock.now())
    const ofTheRequest = failure.kind === 'server' || failure.kind === 'refused' || failure.kind === 'tooLarge'
    // A slow road may need longer for fifty than it is given; for one it may not.
    const tooSlow = failure.kind === 'unreachable' && failure.why === 'timeout'
    if ((ofTheRequest || tooSlow) && !only) road.size = Math.max(1, Math.floor(batch.length / 2))
    if (only && failure.kind === 'server') {
      await blame(db, only.row.id, failure.message, { now: clock.now(), random })
      // It waits for its own time now; the pass goes on to the others, unless they fare no better.
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
      // Commands first, and again after every photo: what was saved meanwhile does not wait for megabytes.
      lane ??= await sendCommands(state)
      // Commands the server fails over do not hold back photos of those that are through.
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
    /** One pass, or the one under way. `eager` (a person's wish, the network's return, a new login) forgets the waiting time. */
    async run(eager = false): Promise<PassReport> {
      if (eager) Object.assign(road, { failures: 0, until: 0, heardAt: -Infinity })
      running ??= guarded().finally(() => (running = null))
      const report = await running
      deps.onPhase?.(report.end)
      return report
    },
    running: () => running !== null,
    /** A token was refused and nothing is sent until another one comes. */
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

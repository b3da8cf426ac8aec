/** How a command from a phone's outbox is applied: in a transaction of its own, or as one of several. */
import type { SyncOp } from '@/contract/sync'
import { errno, Refusal } from '@/contract/errno'
import type { Application, Bound } from './application'
import { tellBlocked } from './blocked'
import type { Context, Origin, Person, Query } from './context'
import { toldToFollowers } from './crud/written-rows'
import { inLedger, ledgerHash, once, storedAnswer, type Known, type LedgerEntry, type OpenLedger } from './ledger'
import {
  boundOf,
  cleaned,
  contextOf,
  inWrite,
  mustBeAllowed,
  noEffects,
  writeApart,
  type Call,
  type Effects,
} from './pipeline'
import type { Language } from './words'

/** A command that meets others holds up those behind it in its batch for no longer than this, ms. */
const ONE_WITHIN_MS = 2_000

export interface Batch {
  person: Person
  origin: Origin
  language: Language
  /** The phone's clock is wrong. */
  drift: boolean
  /** Moment after which no command is begun, ms of `performance.now`. */
  until: number
  /** What was known to be applied when the batch came, by id; a single command is looked up when it is its turn. */
  known: ReadonlyMap<string, Known>
  /** Commands of others want the same rows. */
  crowded: boolean
  /** What the commands that are done owe the world. */
  effects: Effects
  /** Commands that a closed month refused, by their id: told of when no transaction is open any more. */
  blocked: Map<string, { op: SyncOp; error: unknown }>
}
/** A command that its person may give. */
interface Ready {
  bound: Bound
  call: Omit<Call, 'input'>
  entry: LedgerEntry
}

/** @throws what refuses a command before anything is read or written */
function readied(app: Application, op: SyncOp, { person, origin, language, drift }: Batch): Ready {
  if (op.userId !== person.id) throw new Refusal(errno.forbidden, 'contract:errors.notYours')
  const bound = boundOf(app, op.op)
  const { endpoint } = bound
  if (!endpoint.offline) throw new Refusal(errno.parameter, 'contract:errors.notOffline')
  mustBeAllowed(endpoint, person)
  const occurredAt = new Date(op.occurredAt).toISOString()
  return {
    bound,
    call: {
      endpoint: op.op,
      person,
      origin: { ...origin, via: 'sync', occurredAt, clockOff: drift, baseVersion: op.baseVersion ?? null },
      language,
    },
    entry: {
      key: op.id,
      op: op.op,
      hash: ledgerHash(endpoint, op.body),
      phone: { clientId: op.clientId, seq: op.seq, occurredAt, drift },
    },
  }
}

/** The stored answer of a command that was applied before, else that of applying it now. @throws 4502 when there is no time for it now */
export async function applyAlone(app: Application, op: SyncOp, batch: Batch): Promise<unknown> {
  const { person } = batch
  const { bound, call, entry } = readied(app, op, batch)
  const before = batch.known.get(op.id)
  if (before) return storedAnswer(before, person, entry.hash)
  const own = noEffects()
  const data = await app.draining.take(() => {
    const left = batch.until - performance.now()
    if (left <= 0) throw new Refusal(errno.busy, 'contract:errors.busy')
    const apply = (ctx: Context, ledger: OpenLedger) =>
      once(ledger, person, entry, () => {
        mustNotWait(op, ledger)
        return bound.run(ctx, cleaned(bound.endpoint, op.body))
      })
    const named = [op.id, ...(op.dependsOn ?? [])]
    return inWrite(app, call, own, (ctx) => inLedger(ctx, named, (ledger) => apply(ctx, ledger)), {
      keys: [op.id],
      repeatWithin: Math.min(left, ONE_WITHIN_MS),
      lockWithin: ONE_WITHIN_MS,
      durable: false,
    })
  })
  keep(batch, own)
  return data
}

interface Within {
  batch: Batch
  query: Query
  /** Of the transaction, which holds the keys of its commands. */
  ledger: OpenLedger
}
/** The same inside a transaction of several commands. */
export function applyWithin(app: Application, op: SyncOp, { batch, query, ledger }: Within): Promise<unknown> {
  const { bound, call, entry } = readied(app, op, batch)
  return once(ledger, batch.person, entry, async () => {
    mustNotWait(op, ledger)
    if (performance.now() > batch.until) throw new Refusal(errno.busy, 'contract:errors.busy')
    const own = noEffects()
    const data = await toldToFollowers(contextOf(app, call, query, own), (ctx) =>
      bound.run(ctx, cleaned(bound.endpoint, op.body)),
    )
    keep(batch, own)
    return data
  })
}

function mustNotWait(op: SyncOp, { known }: OpenLedger): void {
  if (op.dependsOn?.some((id) => !known.has(id))) throw new Refusal(errno.busy, 'contract:errors.waiting')
}

/** Tells of the commands that a closed month refused: somebody decides over them. */
export async function tellAllBlocked(app: Application, { person, origin, language, blocked }: Batch): Promise<void> {
  for (const { op, error } of blocked.values()) {
    const { id: key, op: operation, body, occurredAt } = op
    const call = { endpoint: operation, person, origin: { ...origin, via: 'sync' as const }, language }
    const attempt = { operation, body, key, occurredAt: new Date(occurredAt).toISOString() }
    await tellBlocked(app, error, attempt, (work) => writeApart(app, call, work))
  }
}

/** Notes what commands that are done owe the world. */
export function keep(batch: Batch, own: Effects): void {
  for (const name of own.touched) batch.effects.touched.add(name)
  batch.effects.notices.push(...own.notices)
  batch.effects.after.push(...own.after)
}

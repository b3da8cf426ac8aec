/** Applies commands from a phone's outbox, each in its own transaction or several in a shared one. */
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

/** Maximum time that a colliding command may delay the commands behind it in its batch. */
const ONE_WITHIN_MS = 2_000

export interface Batch {
  person: Person
  origin: Origin
  language: Language
  /** The phone's clock is wrong. */
  drift: boolean
  /** Time after which no command is begun, ms of `performance.now`. */
  until: number
  /** Commands that had been applied before the batch came, by id. A single command is looked up when it is applied. */
  known: ReadonlyMap<string, Known>
  /** Commands of other phones need the same rows. */
  crowded: boolean
  /** Effects of the applied commands, carried out after the batch. */
  effects: Effects
  /** Commands refused because of a closed month, by id; reported after all transactions have ended. */
  blocked: Map<string, { op: SyncOp; error: unknown }>
}
/** A command that its person may call, ready to apply. */
interface Ready {
  bound: Bound
  call: Omit<Call, 'input'>
  entry: LedgerEntry
}

/** Prepares a command. @throws Refusal for a command that is refused before anything is read or written */
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

/**
 * Applies a command in its own transaction, or returns its stored answer if it was applied before.
 * @throws 4502 if no time is left
 */
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
/** Applies a command inside a transaction shared by several commands. */
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

/** Reports the commands that a closed month refused, so that somebody decides about them. */
export async function tellAllBlocked(app: Application, { person, origin, language, blocked }: Batch): Promise<void> {
  for (const { op, error } of blocked.values()) {
    const { id: key, op: operation, body, occurredAt } = op
    const call = { endpoint: operation, person, origin: { ...origin, via: 'sync' as const }, language }
    const attempt = { operation, body, key, occurredAt: new Date(occurredAt).toISOString() }
    await tellBlocked(app, error, attempt, (work) => writeApart(app, call, work))
  }
}

/** Adds the effects of applied commands to those of the batch. */
export function keep(batch: Batch, own: Effects): void {
  for (const name of own.touched) batch.effects.touched.add(name)
  batch.effects.notices.push(...own.notices)
  batch.effects.after.push(...own.after)
}

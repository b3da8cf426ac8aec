/** How a command from a phone's outbox is applied: in a transaction of its own, or as one of several. */
import type { SyncOp } from '@/contract/sync'
import { errno, Refusal } from '@/contract/errno'
import type { Application, Bound } from './application'
import type { Origin, Person, Query } from './context'
import { isUnavailable } from './db/errors'
import { knownOf, ledgerHash, recorded, storedAnswer, type Entry, type Known, type LedgerEntry } from './ledger'
import {
  boundOf,
  cleaned,
  contextOf,
  inWrite,
  mustBeAllowed,
  noEffects,
  poolQuery,
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
  /** What is known to be applied, by id: before, or in this batch. */
  known: Map<string, Known>
  /** Commands of others want the same rows. */
  crowded: boolean
  /** What the commands that are done owe the world. */
  effects: Effects
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
      origin: { ...origin, via: 'sync', occurredAt, baseVersion: op.baseVersion ?? null },
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
  const { bound, call, entry } = readied(app, op, batch)
  const before = batch.known.get(op.id)
  if (before) return storedAnswer(before, batch.person, entry.hash)
  const open = (op.dependsOn ?? []).filter((id) => !batch.known.has(id))
  for (const [id, known] of await knownOf(poolQuery(app), app.site, open)) batch.known.set(id, known)
  mustNotWait(op, batch)
  const input = cleaned(bound.endpoint, op.body)
  const own = noEffects()
  try {
    const data = await app.draining.take(() => {
      const left = batch.until - performance.now()
      if (left <= 0) throw new Refusal(errno.busy, 'contract:errors.busy')
      return inWrite(app, call, own, (ctx) => recorded(ctx, entry, () => bound.run(ctx, input)), {
        keys: [op.id],
        repeatWithin: Math.min(left, ONE_WITHIN_MS),
        lockWithin: ONE_WITHIN_MS,
        durable: false,
      })
    })
    keep(batch, own, { entry, data })
    return data
  } catch (error) {
    // Somebody else may have applied it after this batch had looked: then it fails for having been done.
    const since = isUnavailable(error) ? null : (await knownOf(poolQuery(app), app.site, [op.id])).get(op.id)
    if (since) return storedAnswer(since, batch.person, entry.hash)
    throw error
  }
}

interface Within {
  /** As it stands in the transaction, which holds the keys of its commands. */
  batch: Batch
  query: Query
  drizzle: Parameters<typeof contextOf>[3]
  /** Goes into the ledger at the end. */
  entries: Entry[]
}
/** The same inside a transaction of several commands, which puts the ledger right. */
export async function applyWithin(app: Application, op: SyncOp, { batch, query, drizzle, entries }: Within) {
  const { bound, call, entry } = readied(app, op, batch)
  const before = batch.known.get(op.id)
  if (before) return storedAnswer(before, batch.person, entry.hash)
  mustNotWait(op, batch)
  if (performance.now() > batch.until) throw new Refusal(errno.busy, 'contract:errors.busy')
  const own = noEffects()
  const input = cleaned(bound.endpoint, op.body)
  const data = (await bound.run(contextOf(app, call, query, drizzle, own), input)) ?? null
  entries.push({ ...entry, data })
  keep(batch, own, { entry, data })
  return data
}

function mustNotWait(op: SyncOp, { known }: Batch): void {
  if (op.dependsOn?.some((id) => !known.has(id))) throw new Refusal(errno.busy, 'contract:errors.waiting')
}

/** Notes that a command is done, and what it owes the world. */
export function keep(batch: Batch, own: Effects, done?: { entry: LedgerEntry; data: unknown }): void {
  for (const name of own.touched) batch.effects.touched.add(name)
  batch.effects.notices.push(...own.notices)
  batch.effects.after.push(...own.after)
  if (!done) return
  const { key, hash } = done.entry
  batch.known.set(key, { op_id: key, user_id: batch.person.id, request_hash: hash, response: { data: done.data } })
}

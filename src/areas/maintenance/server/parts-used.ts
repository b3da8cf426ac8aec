import type { PartsChange, UsedParts } from '@/plant/server/events'
import type { Language } from '@/contract/language'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import type { KitContext } from '@/server/crud/operations'
import type { Translate } from '@/server/translations'
import { inStockUnit, neededByRepair, partsToBook, type Movement } from '../rules/stock'
import { repair } from '../contract/repair'
import { sparePart } from '../contract/spare-part'
import { book, lockParts, storeKeys, type Booking } from './stock'

/** Permissions of people who write records that list parts. */
const recorderKeys = ['partsRecordView', 'equipmentRecordView', 'lubricationRecordView'] as const

interface UsedPart {
  partId: string
  quantity: number
}
type Amounts = ReadonlyMap<string, number>

/** Books the difference between the parts a repair used before and now. */
export async function bookRepairParts(
  ctx: Context,
  row: { id: string; number: string },
  said: readonly UsedPart[],
  wanted: readonly UsedPart[],
  occurredAt: string,
): Promise<void> {
  const records = await recordsOfRepair(ctx, row.id, null)
  const [before, after] = [summed(said), summed(wanted)]
  const parts = [...new Set([...before.keys(), ...after.keys()])]
  const need = (own: Amounts): Amounts =>
    new Map(parts.map((part) => [part, neededByRepair(own.get(part) ?? 0, records.get(part) ?? 0)]))
  await bookNeeds(ctx, need(before), need(after), await bookedOut(ctx, 'repair_id = $2', row.id), {
    occurredAt,
    reason: row.number,
    repairId: row.id,
  })
}

/**
 * Books the parts that a record lists. If the record belongs to a repair, parts that the repair itself lists or that
 * the store has issued for it are not booked twice.
 */
export async function bookRecordParts(ctx: Context, change: PartsChange & { reason?: string | null }): Promise<void> {
  const { before, after } = change
  const parts = await partsIn(ctx, change)
  const said = amountsOf(before, parts)
  const wanted = amountsOf(after, parts)
  const notTaken = linesNotTaken(change, parts)
  if (notTaken.length > 0) await lockParts(ctx, [...parts.keys()])
  const none: Amounts = new Map()
  if (before && after && before.repairId !== after.repairId) {
    for (const id of [before.repairId, after.repairId].filter((one) => one !== null).sort())
      await ctx.rows.lock(repair, id)
    await lockParts(ctx, [...said.keys(), ...wanted.keys()])
    await bookRecord(ctx, change, before.repairId, said, none)
    await bookRecord(ctx, change, after.repairId, none, wanted)
  } else await bookRecord(ctx, change, (after ?? before)?.repairId ?? null, said, wanted)
  for (const line of notTaken) await tellNotTaken(ctx, change, line)
}

async function bookRecord(
  ctx: Context,
  { kind, id, occurredAt, reason }: PartsChange & { reason?: string | null },
  repairId: string | null,
  said: Amounts,
  wanted: Amounts,
): Promise<void> {
  const changed = [...new Set([...said.keys(), ...wanted.keys()])].filter((part) => said.get(part) !== wanted.get(part))
  const only = (amounts: Amounts): Amounts => new Map(changed.map((part) => [part, amounts.get(part) ?? 0]))
  const record = { kind, id }
  if (changed.length === 0) return
  if (!repairId) {
    await bookNeeds(ctx, only(said), only(wanted), await bookedOut(ctx, 'record_id = $2 and repair_id is null', id), {
      occurredAt,
      reason: reason ?? null,
      record,
    })
    return
  }
  const row = await ctx.rows.lock(repair, repairId) // serializes records of one repair, which must count each other
  const others = await recordsOfRepair(ctx, repairId, id)
  const own = summed(row.finishedBy ? row.parts : [])
  const need = (amounts: Amounts): Amounts =>
    new Map(
      changed.map((part) => [
        part,
        neededByRepair(own.get(part) ?? 0, (others.get(part) ?? 0) + (amounts.get(part) ?? 0)),
      ]),
    )
  await bookNeeds(ctx, need(said), need(wanted), await bookedOut(ctx, 'repair_id = $2', repairId), {
    occurredAt,
    reason: row.number,
    repairId,
    record,
  })
}

/** Books the differences part by part. Ordering by id prevents deadlocks between two bookings. */
async function bookNeeds(
  ctx: Context,
  said: Amounts,
  wanted: Amounts,
  booked: Amounts,
  more: Omit<Booking, 'partId' | 'movement' | 'id'>,
): Promise<void> {
  for (const partId of [...new Set([...said.keys(), ...wanted.keys()])].sort()) {
    const difference = partsToBook(wanted.get(partId) ?? 0, said.get(partId) ?? 0, booked.get(partId) ?? 0)
    if (difference === 0) continue
    const movement: Movement =
      difference > 0
        ? { kind: 'out', quantity: difference, repairId: more.repairId ?? null }
        : { kind: 'in', quantity: -difference }
    await book(ctx, { ...more, partId, movement })
  }
}

const summed = (parts: readonly UsedPart[]): Amounts => {
  const sums = new Map<string, number>()
  for (const { partId, quantity } of parts) sums.set(partId, (sums.get(partId) ?? 0) + quantity)
  return sums
}
type Part = Row<typeof sparePart>
/**
 * Sums used parts in stock units. Amounts that cannot be converted are skipped; `reportUnbookableLine` reports them.
 */
const amountsOf = (used: UsedParts | null, parts: ReadonlyMap<string, Part>): Amounts =>
  summed(
    (used?.parts ?? []).flatMap(({ partId, quantity, unit }) => {
      const amount = inStockUnit(quantity, unit, parts.get(partId)?.unit ?? '')
      return amount ? [{ partId, quantity: amount }] : []
    }),
  )
async function partsIn(ctx: Context, { before, after }: PartsChange): Promise<Map<string, Part>> {
  const ids = [...(before?.parts ?? []), ...(after?.parts ?? [])].map(({ partId }) => partId)
  const rows = ids.length ? await ctx.rows.find(sparePart, { where: { id: [...new Set(ids)] } }) : []
  return new Map(rows.map((part) => [part.id, part]))
}
interface LineNotTaken {
  readonly part: Part
  readonly quantity: number
  readonly unit: string
}
/** Finds new lines of a record whose unit cannot be converted to the stock unit. */
function linesNotTaken({ before, after }: PartsChange, parts: ReadonlyMap<string, Part>): LineNotTaken[] {
  const known = new Set((before?.parts ?? []).map((line) => JSON.stringify(line)))
  return (after?.parts ?? []).flatMap((line) => {
    const part = parts.get(line.partId)
    if (!part || line.unit === null || known.has(JSON.stringify(line))) return []
    return inStockUnit(line.quantity, line.unit, part.unit) === null ? [{ part, ...line, unit: line.unit }] : []
  })
}
/**
 * Reports a line that cannot be booked. The record is accepted, because phones deliver late: a zero movement documents
 * the line, and the store and the author of the record are notified to book it by hand.
 */
async function tellNotTaken(ctx: Context, { kind, id, occurredAt }: PartsChange, line: LineNotTaken): Promise<void> {
  const { part, quantity, unit } = line
  const sentence = (say: Translate) =>
    say('maintenance:refusals.stock.notTaken', {
      part: part.code,
      quantity,
      unit: say(`maintenance:usedUnits.${unit}`),
      own: part.unit,
    })
  await book(ctx, {
    partId: part.id,
    movement: { kind: 'count', difference: 0 },
    occurredAt,
    reason: sentence(ctx.t).slice(0, 400),
    record: { kind, id },
  })
  const title = (language: Language) => sentence((ctx as KitContext).app.words.t(language))
  ctx.notify({ notice: 'stockNotTaken', id: part.id, title, keys: storeKeys })
  if (ctx.person) ctx.notify({ notice: 'stockNotTaken', id: part.id, title, keys: recorderKeys, to: [ctx.person.id] })
}

/**
 * Sums issues less returns by part.
 * @param where SQL condition in which `$2` is the id
 */
async function bookedOut(ctx: Context, where: string, id: string): Promise<Amounts> {
  const rows = await ctx.query<{ part_id: string; booked: number }>(
    `select part_id, sum(case kind when 'out' then quantity when 'in' then -quantity else 0 end) as booked from stock_movement where site_id = $1 and ${where} group by part_id`,
    [ctx.site, id],
  )
  return new Map(rows.map((r) => [r.part_id, r.booked]))
}
/** Sums the parts that the parts records of a repair list, optionally without one record. */
async function recordsOfRepair(ctx: Context, repairId: string, except: string | null): Promise<Amounts> {
  const from = (table: string) =>
    `select parts from ${table} where site_id = $1 and repair_id = $2 and ($3::uuid is null or id <> $3)`
  const rows = await ctx.query<{ partId: string; quantity: number }>(
    `select p."partId", sum(p.quantity) as quantity from (${from('parts_record')} union all ${from('electrical_parts_record')}) r, jsonb_to_recordset(r.parts) p("partId" uuid, quantity numeric) where p."partId" is not null group by 1`,
    [ctx.site, repairId, except],
  )
  return new Map(rows.map((r) => [r.partId, r.quantity]))
}

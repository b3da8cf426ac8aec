import type { PartsChange, UsedParts } from '@/areas/equipment/server/events'
import { sumPartsOfRepair } from '@/areas/equipment/server/queries/records'
import type { Language } from '@/contract/language'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import type { AppContext } from '@/server/crud/operations'
import type { Translate } from '@/server/translations'
import {
  convertToStockUnit,
  calculateRepairNeed,
  calculateQuantityToBook,
  type PartMovement,
} from '@/areas/spareParts/rules/stock'
import { repair } from '../contract/repair'
import { sparePart } from '@/areas/spareParts/contract/spare-part'
import {
  bookMovement,
  lockParts,
  STORE_PERMISSIONS,
  type StockBooking,
} from '@/areas/spareParts/server/writes/book-movement'
import { sumBookedQuantities } from '@/areas/spareParts/server/queries/booked-parts'

/** Permissions of the people who enter records that list parts. */
const RECORDER_PERMISSIONS = ['partsRecordView', 'equipmentRecordView', 'lubricationRecordView'] as const

interface PartQuantity {
  partId: string
  quantity: number
}
/** Quantities in stock units by part id. */
type PartAmounts = ReadonlyMap<string, number>

/** Books the difference between the previous and the new part list of a repair as stock movements. */
export async function bookRepairParts(
  ctx: Context,
  row: { id: string; number: string },
  previousParts: readonly PartQuantity[],
  newParts: readonly PartQuantity[],
  occurredAt: string,
): Promise<void> {
  const recordAmounts = await sumRecordQuantities(ctx, row.id)
  const previousAmounts = sumByPart(previousParts)
  const newAmounts = sumByPart(newParts)
  const partIds = [...new Set([...previousAmounts.keys(), ...newAmounts.keys()])]
  const calculateNeeds = (amounts: PartAmounts): PartAmounts =>
    new Map(partIds.map((part) => [part, calculateRepairNeed(amounts.get(part) ?? 0, recordAmounts.get(part) ?? 0)]))
  await bookDifferences(
    ctx,
    calculateNeeds(previousAmounts),
    calculateNeeds(newAmounts),
    await sumBookedQuantities(ctx, { repairId: row.id }),
    {
      occurredAt,
      reason: row.number,
      repairId: row.id,
    },
  )
}

/**
 * Books a change of the parts that a record lists. If the record belongs to a repair, some of these parts may be booked
 * already: the repair lists them, or the store has issued them for it. They are not booked twice.
 */
export async function bookRecordParts(ctx: Context, change: PartsChange & { reason?: string | null }): Promise<void> {
  const { before, after } = change
  const partsById = await loadListedParts(ctx, change)
  const previousAmounts = sumInStockUnits(before, partsById)
  const newAmounts = sumInStockUnits(after, partsById)
  const unbookableParts = findUnbookableParts(change, partsById)
  if (unbookableParts.length > 0) await lockParts(ctx, [...partsById.keys()])
  const noAmounts: PartAmounts = new Map()
  if (before && after && before.repairId !== after.repairId) {
    for (const id of [before.repairId, after.repairId].filter((repairId) => repairId !== null).sort())
      await ctx.rows.lock(repair, id)
    await lockParts(ctx, [...previousAmounts.keys(), ...newAmounts.keys()])
    await bookPartsOfRecord(ctx, change, before.repairId, previousAmounts, noAmounts)
    await bookPartsOfRecord(ctx, change, after.repairId, noAmounts, newAmounts)
  } else await bookPartsOfRecord(ctx, change, (after ?? before)?.repairId ?? null, previousAmounts, newAmounts)
  for (const entry of unbookableParts) await reportUnbookablePart(ctx, change, entry)
}

async function bookPartsOfRecord(
  ctx: Context,
  { kind, id, occurredAt, reason }: PartsChange & { reason?: string | null },
  repairId: string | null,
  previousAmounts: PartAmounts,
  newAmounts: PartAmounts,
): Promise<void> {
  const changedPartIds = [...new Set([...previousAmounts.keys(), ...newAmounts.keys()])].filter(
    (part) => previousAmounts.get(part) !== newAmounts.get(part),
  )
  const selectChanged = (amounts: PartAmounts): PartAmounts =>
    new Map(changedPartIds.map((part) => [part, amounts.get(part) ?? 0]))
  const record = { kind, id }
  if (changedPartIds.length === 0) return
  if (!repairId) {
    await bookDifferences(
      ctx,
      selectChanged(previousAmounts),
      selectChanged(newAmounts),
      await sumBookedQuantities(ctx, { recordId: id }),
      {
        occurredAt,
        reason: reason ?? null,
        record,
      },
    )
    return
  }
  // The lock serializes concurrent records of one repair, so that each record takes the parts of the others into
  // account.
  const row = await ctx.rows.lock(repair, repairId)
  const otherRecordAmounts = await sumRecordQuantities(ctx, repairId, id)
  // The parts that a repair lists are booked when it is finished for the first time.
  const repairAmounts = sumByPart(row.finishedBy ? row.parts : [])
  const calculateNeeds = (amounts: PartAmounts): PartAmounts =>
    new Map(
      changedPartIds.map((part) => [
        part,
        calculateRepairNeed(
          repairAmounts.get(part) ?? 0,
          (otherRecordAmounts.get(part) ?? 0) + (amounts.get(part) ?? 0),
        ),
      ]),
    )
  await bookDifferences(
    ctx,
    calculateNeeds(previousAmounts),
    calculateNeeds(newAmounts),
    await sumBookedQuantities(ctx, { repairId }),
    {
      occurredAt,
      reason: row.number,
      repairId,
      record,
    },
  )
}

/**
 * Books the change in the needed quantity of each part (`calculateQuantityToBook`). The parts are booked in order of
 * id, to prevent deadlocks between two bookings.
 */
async function bookDifferences(
  ctx: Context,
  previousNeeds: PartAmounts,
  newNeeds: PartAmounts,
  bookedAmounts: PartAmounts,
  bookingDetails: Omit<StockBooking, 'partId' | 'movement' | 'id'>,
): Promise<void> {
  for (const partId of [...new Set([...previousNeeds.keys(), ...newNeeds.keys()])].sort()) {
    const difference = calculateQuantityToBook(
      newNeeds.get(partId) ?? 0,
      previousNeeds.get(partId) ?? 0,
      bookedAmounts.get(partId) ?? 0,
    )
    if (difference === 0) continue
    const movement: PartMovement =
      difference > 0
        ? { kind: 'out', quantity: difference, repairId: bookingDetails.repairId ?? null }
        : { kind: 'in', quantity: -difference }
    await bookMovement(ctx, { ...bookingDetails, partId, movement })
  }
}

const sumByPart = (parts: readonly PartQuantity[]): PartAmounts => {
  const sums = new Map<string, number>()
  for (const { partId, quantity } of parts) sums.set(partId, (sums.get(partId) ?? 0) + quantity)
  return sums
}
type Part = Row<typeof sparePart>
/**
 * Sums used parts in stock units. Amounts that cannot be converted are skipped; `reportUnbookablePart` reports them.
 */
const sumInStockUnits = (usedParts: UsedParts | null, parts: ReadonlyMap<string, Part>): PartAmounts =>
  sumByPart(
    (usedParts?.parts ?? []).flatMap(({ partId, quantity, unit }) => {
      const amount = convertToStockUnit(quantity, unit, parts.get(partId)?.unit ?? '')
      return amount ? [{ partId, quantity: amount }] : []
    }),
  )
async function loadListedParts(ctx: Context, { before, after }: PartsChange): Promise<Map<string, Part>> {
  const ids = [...(before?.parts ?? []), ...(after?.parts ?? [])].map(({ partId }) => partId)
  const rows = ids.length ? await ctx.rows.find(sparePart, { where: { id: [...new Set(ids)] } }) : []
  return new Map(rows.map((part) => [part.id, part]))
}
interface UnbookablePart {
  readonly part: Part
  readonly quantity: number
  readonly unit: string
}
/** Finds new entries of a record whose unit cannot be converted to the stock unit. */
function findUnbookableParts({ before, after }: PartsChange, partsById: ReadonlyMap<string, Part>): UnbookablePart[] {
  const previousEntries = new Set((before?.parts ?? []).map((entry) => JSON.stringify(entry)))
  return (after?.parts ?? []).flatMap((entry) => {
    const part = partsById.get(entry.partId)
    if (!part || entry.unit === null || previousEntries.has(JSON.stringify(entry))) return []
    return convertToStockUnit(entry.quantity, entry.unit, part.unit) === null
      ? [{ part, ...entry, unit: entry.unit }]
      : []
  })
}
/**
 * Reports a part that cannot be booked. The record itself is accepted, because a phone may deliver it long after the
 * work. A movement of quantity 0 documents the part. The store and the author of the record are notified to book the
 * part by hand.
 */
async function reportUnbookablePart(
  ctx: Context,
  { kind, id, occurredAt }: PartsChange,
  entry: UnbookablePart,
): Promise<void> {
  const { part, quantity, unit } = entry
  const buildSentence = (translate: Translate) =>
    translate('maintenance:refusals.stock.notTaken', {
      part: part.code,
      quantity,
      unit: translate(`maintenance:usedUnits.${unit}`),
      own: part.unit,
    })
  await bookMovement(ctx, {
    partId: part.id,
    movement: { kind: 'count', difference: 0 },
    occurredAt,
    reason: buildSentence(ctx.t).slice(0, 400),
    record: { kind, id },
  })
  const title = (language: Language) => buildSentence((ctx as AppContext).app.translations.t(language))
  ctx.notify({ notice: 'stockNotTaken', id: part.id, title, keys: STORE_PERMISSIONS })
  if (ctx.person)
    ctx.notify({ notice: 'stockNotTaken', id: part.id, title, keys: RECORDER_PERMISSIONS, to: [ctx.person.id] })
}

/** Sums the parts that the parts records of a repair list, optionally without one record. */
async function sumRecordQuantities(
  ctx: Context,
  repairId: string,
  excludedRecordId: string | null = null,
): Promise<PartAmounts> {
  const sums = await sumPartsOfRepair(ctx, repairId, excludedRecordId)
  return new Map(sums.map(({ partId, quantity }) => [partId, quantity]))
}

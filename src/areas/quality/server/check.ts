import type { EndpointInput } from '@/contract/endpoint'
import { refuse, refuseInput } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import {
  downgradeMetres,
  lockForDowngrade,
  findInspectedRoll,
  type InspectedRoll,
  type DowngradeScope,
} from '@/areas/rolls/server/queries/for-quality'
import type { DowngradesGone } from '@/plant/server/events'
import { requirePerson } from '@/plant/server/plant'
import { resolveRecordHead } from '@/plant/server/shift-record-head'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import type { KitContext } from '@/server/crud/operations'
import { addCheck, downgradeCheck, editCheck, qualityCheck } from '../contract/quality-check'
import { tableTemplate } from '../contract/table-template'
import {
  downgradedAgain,
  failedSpans,
  flagOf,
  metreBeyond,
  readingProblem,
  standingAfter,
  standingKg,
  withLimits,
} from '../rules/quality-check'
import { getPictureIds, storeFormPictures } from '@/server/files/form-pictures'

type Check = Row<typeof qualityCheck>
type Reading = Check['readings'][number]
const MOST_PHOTOS = 9

/**
 * Resolves the roll that a record names.
 * @throws 6000 if the plant has no roll of that number, or if it is still being wound
 */
export async function rollOf(
  ctx: Context,
  asked: { jumboRollId?: string | null; slitRollId?: string | null; number?: string | null },
): Promise<InspectedRoll & { number: string }> {
  if (!asked.jumboRollId && !asked.slitRollId && !asked.number?.trim())
    throw refuseInput([{ path: ['number'], code: 'missing' }])
  const roll = await findInspectedRoll(ctx, asked)
  if (!roll) throw refuse('quality:refusals.unknownRoll', { number: asked.number ?? '' })
  const { number } = roll
  if (!number) throw refuse('quality:refusals.stillWound')
  return { ...roll, number }
}
/** Returns the fields that a record copies from its roll, and the business date and shift in which it was made. */
export async function headOfRoll(ctx: Context, { lineId, workOrderId, productId, team }: InspectedRoll, at: string) {
  const { businessDate, shift } = await resolveRecordHead(ctx, {}, at)
  return { lineId, workOrderId, productId, team, businessDate, shift }
}

/**
 * Returns the readings with the limits of their template.
 * @throws 6000 for an implausible reading
 */
async function judged(ctx: Context, templateId: string | null, given: readonly Reading[]): Promise<Reading[]> {
  const template = templateId ? await ctx.rows.get(tableTemplate, templateId) : null
  const readings = withLimits(given, template?.items ?? null) as Reading[]
  for (const reading of readings) {
    if (reading.value == null) continue
    const problem = readingProblem(reading.value, reading)
    const { item, value } = reading
    if (problem === 'negative') throw refuse('quality:refusals.readingNegative', { item, value })
    if (problem)
      throw refuse('quality:refusals.readingSlip', { item, value, expected: reading.target ?? reading.high ?? 0 })
  }
  return readings
}
/**
 * Sets the lane of defects on a slit roll, after checking that all defects lie on the roll.
 * @throws 6000 naming the metre that does not
 */
function placed(defects: Check['defects'], { lane, lengthM, number }: InspectedRoll): Check['defects'] {
  const beyond = metreBeyond(defects, lengthM)
  if (beyond)
    throw refuse('quality:refusals.defectOutside', {
      metre: beyond.metre,
      length: beyond.length,
      number: number ?? '',
    })
  return defects.map((defect, at) => {
    if (defect.fromM != null && defect.toM != null && defect.toM < defect.fromM)
      throw refuseInput([{ path: ['defects', at, 'toM'], code: 'tooSmall', params: { limit: defect.fromM } }])
    return { ...defect, lane: lane ?? defect.lane }
  })
}

/** POST /quality/check. The check is stored whatever happened to the roll since; a flag is set and notified. */
async function add({
  ctx,
  input,
  patch: change,
  occurredAt: at,
}: CommandExecution<typeof qualityCheck, EndpointInput<typeof addCheck>>): Promise<Check> {
  const roll = await rollOf(ctx, input)
  const row = await ctx.rows.insert(qualityCheck, {
    ...change,
    number: roll.number,
    jumboRollId: roll.jumboRollId,
    slitRollId: roll.slitRollId,
    ...(await headOfRoll(ctx, roll, at)),
    readings: await judged(ctx, change.templateId ?? null, change.readings ?? []),
    defects: placed(change.defects ?? [], roll),
    flag: flagOf(roll, input.seenGrade),
    images: [...getPictureIds(ctx, input.picture), ...(change.images ?? [])].slice(0, MOST_PHOTOS),
  })
  await storeFormPictures(ctx, input.picture)
  if (row.flag) tellOfFlag(ctx, row)
  return row
}
/** Notifies the lead if the roll has left or is gone, and the inspector if it was downgraded. */
function tellOfFlag(ctx: Context, row: Check): void {
  const { words } = (ctx as KitContext).app
  const name = requirePerson(ctx).name
  const title = (language: 'zh' | 'en') => {
    const t = words.t(language)
    return t(`quality:notices.${row.flag ?? ''}`, {
      number: row.number ?? '',
      name,
      result: t(`quality:qualityCheck.options.result.${row.result ?? 'ok'}`),
    })
  }
  const notice = { notice: 'checkFlagged', id: row.id, title } as const
  if (row.flag === 'downgradedMeanwhile')
    ctx.notify({ ...notice, keys: ['qualitySheetAdd'], to: [requirePerson(ctx).id] })
  else ctx.notify({ ...notice, keys: ['qualitySheetDelete'] })
}

/** PUT /quality/check */
async function edit(step: CommandExecution<typeof qualityCheck, EndpointInput<typeof editCheck>>): Promise<Check> {
  const { ctx, row, input, nextRow: after, patch: change } = step
  const roll = await rollOf(ctx, { jumboRollId: row?.jumboRollId ?? null, slitRollId: row?.slitRollId ?? null })
  const sent = getPictureIds(ctx, input.picture)
  const saved = await ctx.rows.update(qualityCheck, after.id, {
    ...change,
    ...(change.readings || change.templateId ? { readings: await judged(ctx, after.templateId, after.readings) } : {}),
    ...(change.defects ? { defects: placed(change.defects, roll) } : {}),
    ...(sent.length > 0 ? { images: [...after.images, ...sent].slice(0, MOST_PHOTOS) } : {}),
  })
  await storeFormPictures(ctx, input.picture)
  return saved
}

/** The roll to downgrade. It is locked before the check, in the same order as a withdrawal locks them. */
interface Looked {
  readonly roll: InspectedRoll
  readonly toDowngrade: DowngradeScope
}
async function lockLooked(ctx: Context, { id }: EndpointInput<typeof downgradeCheck>): Promise<Looked> {
  const roll = await rollOf(ctx, await ctx.rows.get(qualityCheck, id))
  return { roll, toDowngrade: await lockForDowngrade(ctx, roll) }
}
/** POST /quality/check_downgrade: downgrades exactly the metres that the check concerns. */
async function downgrade(
  step: CommandExecution<typeof qualityCheck, EndpointInput<typeof downgradeCheck>, Looked>,
): Promise<Check> {
  const { ctx, row, input, nextRow: after, patch: change, preloaded: held } = step
  if (!change.downgradedAt) return row!
  const spans = failedSpans(after.defects, held.roll.lengthM ?? 0)
  const bad = spans.map(({ fromM, toM, kind, lane, note }) => {
    const defect = after.defects.find((one) => one.kind === kind)?.kind ?? input.defect
    if (!defect) throw refuseInput([{ path: ['defect'], code: 'missing' }])
    return { fromM, toM, grade: input.grade, defect, lane, reason: note }
  })
  const kg = await downgradeMetres(ctx, held.toDowngrade, bad)
  const made = bad.map(({ reason: _reason, ...line }, i) => ({ ...line, kg: kg[i] ?? 0 }))
  const downgradedLines = downgradedAgain(after.downgradedLines, made)
  return ctx.rows.update(qualityCheck, after.id, {
    ...change,
    downgradedLines,
    downgradedKg: standingKg(downgradedLines),
  })
}
/** Updates checks whose downgrades were withdrawn. A check without any left can downgrade again. */
export async function updateDowngraded(ctx: Context, gone: DowngradesGone): Promise<void> {
  const checks = await ctx.rows.find(qualityCheck, { where: { jumboRollId: gone.jumboRollId }, orderBy: 'id' })
  for (const { id } of checks.filter((one) => standingAfter(one, gone))) {
    const check = await ctx.rows.lock(qualityCheck, id)
    const downgradedLines = standingAfter(check, gone)
    if (!downgradedLines) continue
    await ctx.rows.update(qualityCheck, id, {
      downgradedLines,
      downgradedKg: standingKg(downgradedLines),
      ...(gone.by ? {} : { takenBackAt: gone.at }),
      ...(downgradedLines.length > 0 ? {} : { downgradedAt: null }),
    })
  }
}
export const checkHandlers: HandlerEntry[] = [
  handleCommand(addCheck, add),
  handleCommand(editCheck, edit),
  handleCommand(downgradeCheck, downgrade, { first: lockLooked }),
]

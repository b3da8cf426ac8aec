import type { EndpointInput } from '@/contract/endpoint'
import { refuse, refuseInput } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { findInspectedRoll, type InspectedRoll } from '@/areas/slitting/server/queries/for-quality'
import { downgradeMetres, lockForDowngrade, type DowngradeScope } from '@/areas/slitting/server/writes/downgrade-metres'
import type { RevokedDowngrades } from '@/areas/slitting/server/events'
import type { CheckedRoll } from '@/areas/packing/server/events'
import { assertExistedAtUse } from '@/plant/server/chronology'
import { requirePerson, toPlantDay } from '@/plant/server/plant'
import { resolveRecordHead } from '@/plant/server/shift-record-head'
import { handle, type HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import type { AppContext } from '@/server/crud/operations'
import { addCheck, downgradeCheck, editCheck, qualityCheck } from '../contract/quality-check'
import { tableTemplate } from '../contract/table-template'
import { getRollChangeFlag, findReadingProblem, applyTemplateLimits } from '../rules/quality-check'
import {
  mergeCheckDowngrades,
  getFailedSpans,
  findMetreBeyondEnd,
  subtractWithdrawnDowngrades,
  sumDowngradedKg,
  isSlitRollAffected,
} from '../rules/check-downgrades'
import { getPictureIds, readRowPicture, storeFormPictures } from '@/server/files/form-pictures'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { columns, sql } from '@/server/sql'
import { qualityCheckPhoto } from '../contract/check-endpoints'

type Check = Row<typeof qualityCheck>
type Reading = Check['readings'][number]
const MAX_PHOTOS = 9

/**
 * Resolves the roll that a record names.
 * @throws 6000 if the plant has no roll with that number, or if the roll is still being wound
 */
export async function resolveCheckedRoll(
  ctx: Context,
  reference: { jumboRollId?: string | null; slitRollId?: string | null; number?: string | null },
): Promise<InspectedRoll & { number: string }> {
  if (!reference.jumboRollId && !reference.slitRollId && !reference.number?.trim())
    throw refuseInput([{ path: ['number'], code: 'missing' }])
  const roll = await findInspectedRoll(ctx, reference)
  if (!roll) throw refuse('quality:refusals.unknownRoll', { number: reference.number ?? '' })
  const { number } = roll
  if (!number) throw refuse('quality:refusals.stillWound')
  return { ...roll, number }
}
/**
 * Returns the fields that a record copies from its roll, and the business date and shift in which the record was made.
 * @throws 6000 if the roll was doffed on a later day
 */
export async function buildRollRecordHead(
  ctx: Context,
  { lineId, workOrderId, productId, team, number, doffedAt }: InspectedRoll,
  occurredAt: string,
  momentField: string,
) {
  const since = doffedAt && toPlantDay(ctx, doffedAt)
  assertExistedAtUse(ctx, { name: number ?? '', since, at: occurredAt, field: momentField })
  const { businessDate, shift } = await resolveRecordHead(ctx, {}, occurredAt)
  return { lineId, workOrderId, productId, team, businessDate, shift }
}

/**
 * Returns the readings with the limits of their template.
 * @throws 6000 for an implausible reading
 */
async function applyLimitsToReadings(
  ctx: Context,
  templateId: string | null,
  enteredReadings: readonly Reading[],
): Promise<Reading[]> {
  const template = templateId ? await ctx.rows.get(tableTemplate, templateId) : null
  const readings = applyTemplateLimits(enteredReadings, template?.items ?? null) as Reading[]
  for (const reading of readings) {
    if (reading.value == null) continue
    const problem = findReadingProblem(reading.value, reading)
    const { item, value } = reading
    if (problem === 'negative') throw refuse('quality:refusals.readingNegative', { item, value })
    if (problem)
      throw refuse('quality:refusals.readingSlip', { item, value, expected: reading.target ?? reading.high ?? 0 })
  }
  return readings
}
/**
 * Returns the defects. Defects of a slit roll get the lane of the roll.
 * @throws 6000 naming the first metre beyond the end of the roll
 */
function assignDefectLanes(defects: Check['defects'], { lane, lengthM, number }: InspectedRoll): Check['defects'] {
  const outsideMetre = findMetreBeyondEnd(defects, lengthM)
  if (outsideMetre)
    throw refuse('quality:refusals.defectOutside', {
      metre: outsideMetre.metre,
      length: outsideMetre.length,
      number: number ?? '',
    })
  return defects.map((defect, index) => {
    if (defect.fromM != null && defect.toM != null && defect.toM < defect.fromM)
      throw refuseInput([{ path: ['defects', index, 'toM'], code: 'tooSmall', params: { limit: defect.fromM } }])
    return { ...defect, lane: lane ?? defect.lane }
  })
}

/**
 * POST /quality/check. The check is stored even if the roll was downgraded, shipped or removed in the meantime. In that
 * case a flag is set, and the people concerned are notified.
 */
async function addQualityCheck({
  ctx,
  input,
  patch,
  occurredAt: checkedAt,
}: CommandExecution<typeof qualityCheck, EndpointInput<typeof addCheck>>): Promise<Check> {
  const roll = await resolveCheckedRoll(ctx, input)
  const row = await ctx.rows.insert(qualityCheck, {
    ...patch,
    number: roll.number,
    jumboRollId: roll.jumboRollId,
    slitRollId: roll.slitRollId,
    ...(await buildRollRecordHead(ctx, roll, checkedAt, 'occurredAt')),
    readings: await applyLimitsToReadings(ctx, patch.templateId ?? null, patch.readings ?? []),
    defects: assignDefectLanes(patch.defects ?? [], roll),
    flag: getRollChangeFlag(roll, input.seenGrade),
    images: [...getPictureIds(ctx, input.picture), ...(patch.images ?? [])].slice(0, MAX_PHOTOS),
  })
  await storeFormPictures(ctx, input.picture)
  if (row.flag) notifyCheckFlag(ctx, row)
  return row
}
/**
 * Notifies the leads (who may delete checks) if the roll was shipped or removed, and the inspector if it was
 * downgraded.
 */
function notifyCheckFlag(ctx: Context, row: Check): void {
  const { translations } = (ctx as AppContext).app
  const name = requirePerson(ctx).name
  const title = (language: 'zh' | 'en') => {
    const t = translations.t(language)
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
async function editQualityCheck(
  execution: CommandExecution<typeof qualityCheck, EndpointInput<typeof editCheck>>,
): Promise<Check> {
  const { ctx, row, input, nextRow: nextCheck, patch } = execution
  const roll = await resolveCheckedRoll(ctx, {
    jumboRollId: row?.jumboRollId ?? null,
    slitRollId: row?.slitRollId ?? null,
  })
  const sentPictureIds = getPictureIds(ctx, input.picture)
  const savedCheck = await ctx.rows.update(qualityCheck, nextCheck.id, {
    ...patch,
    ...(patch.readings || patch.templateId !== undefined
      ? { readings: await applyLimitsToReadings(ctx, nextCheck.templateId, nextCheck.readings) }
      : {}),
    ...(patch.defects ? { defects: assignDefectLanes(patch.defects, roll) } : {}),
    ...(sentPictureIds.length > 0 ? { images: [...nextCheck.images, ...sentPictureIds].slice(0, MAX_PHOTOS) } : {}),
  })
  await storeFormPictures(ctx, input.picture)
  return savedCheck
}

/** The roll to downgrade. The roll is locked before its check, in the same order as a withdrawal locks them. */
interface DowngradeTarget {
  readonly roll: InspectedRoll
  readonly downgradeScope: DowngradeScope
}
async function lockDowngradeTarget(
  ctx: Context,
  { id }: EndpointInput<typeof downgradeCheck>,
): Promise<DowngradeTarget> {
  const roll = await resolveCheckedRoll(ctx, await ctx.rows.get(qualityCheck, id))
  return { roll, downgradeScope: await lockForDowngrade(ctx, roll) }
}
/** POST /quality/check_downgrade: downgrades exactly the metres that the check concerns. */
async function downgradeCheckedRoll(
  execution: CommandExecution<typeof qualityCheck, EndpointInput<typeof downgradeCheck>, DowngradeTarget>,
): Promise<Check> {
  const { ctx, row, input, nextRow: nextCheck, patch, preloaded: target } = execution
  // A phone sent the command late: the downgrade has been withdrawn since, so `apply` changed nothing.
  if (!patch.downgradedAt) return row!
  const spans = getFailedSpans(nextCheck.defects, target.roll.lengthM ?? 0)
  const downgrades = spans.map(({ fromM, toM, kind, lane, note }) => {
    const defect = nextCheck.defects.find((candidate) => candidate.kind === kind)?.kind ?? input.defect
    if (!defect) throw refuseInput([{ path: ['defect'], code: 'missing' }])
    return { fromM, toM, grade: input.grade, defect, lane, reason: note }
  })
  const downgradedKgs = await downgradeMetres(ctx, target.downgradeScope, downgrades)
  const newEntries = downgrades.map(({ reason: _reason, ...downgrade }, i) => ({
    ...downgrade,
    kg: downgradedKgs[i] ?? 0,
  }))
  const downgradedLines = mergeCheckDowngrades(nextCheck.downgradedLines, newEntries)
  return ctx.rows.update(qualityCheck, nextCheck.id, {
    ...patch,
    downgradedLines,
    downgradedKg: sumDowngradedKg(downgradedLines),
  })
}
/** Updates checks whose downgrades were withdrawn. A check with no downgrade left can downgrade again. */
export async function withdrawCheckDowngrades(ctx: Context, withdrawal: RevokedDowngrades): Promise<void> {
  const checks = await ctx.rows.find(qualityCheck, { where: { jumboRollId: withdrawal.jumboRollId }, orderBy: 'id' })
  for (const { id } of checks.filter((candidate) => subtractWithdrawnDowngrades(candidate, withdrawal))) {
    const check = await ctx.rows.lock(qualityCheck, id)
    const downgradedLines = subtractWithdrawnDowngrades(check, withdrawal)
    if (!downgradedLines) continue
    await ctx.rows.update(qualityCheck, id, {
      downgradedLines,
      downgradedKg: sumDowngradedKg(downgradedLines),
      ...(withdrawal.by ? {} : { takenBackAt: withdrawal.at }),
      ...(downgradedLines.length > 0 ? {} : { downgradedAt: null }),
    })
  }
}
export const checkHandlers: HandlerEntry[] = [
  handleCommand(addCheck, addQualityCheck),
  handleCommand(editCheck, editQualityCheck),
  handleCommand(downgradeCheck, downgradeCheckedRoll, { preload: lockDowngradeTarget }),
  handle(qualityCheckPhoto, (ctx, input) => readRowPicture(ctx, qualityCheck, input)),
]

/**
 * Lists the ids of slit rolls with a failed check that no downgrade has settled. The check may be one of the slit roll,
 * or one of its jumbo that concerns metres in the slit roll.
 */
export async function listSlitRollsWithFailedChecks(
  ctx: Context,
  { rolls }: { readonly rolls: readonly CheckedRoll[] },
): Promise<string[]> {
  if (rolls.length === 0) return []
  const jumboIds = [...new Set(rolls.map(({ jumboRollId }) => jumboRollId))]
  const failedChecks = await ctx.query(
    sql`select ${columns(qualityCheck, ['slitRollId', 'jumboRollId', 'defects'])} from quality_check
      where site_id = ${ctx.site} and to_downgrade
        and (slit_roll_id = any(${rolls.map(({ id }) => id)}::uuid[]) or (slit_roll_id is null and jumbo_roll_id = any(${jumboIds}::uuid[])))`,
  )
  const failedSlitRollIds = new Set(failedChecks.map(({ slitRollId }) => slitRollId))
  const failedJumboChecks = failedChecks.filter(({ slitRollId }) => slitRollId === null)
  const jumbos = failedJumboChecks.length > 0 ? await ctx.rows.find(jumboRoll, { where: { id: jumboIds } }) : []
  const lengthByJumbo = new Map(jumbos.map(({ id, lengthM }) => [id, lengthM ?? 0]))
  return rolls.flatMap((roll) => {
    const affectsRoll = ({ jumboRollId, defects }: (typeof failedJumboChecks)[number]): boolean =>
      jumboRollId === roll.jumboRollId && isSlitRollAffected(defects, lengthByJumbo.get(roll.jumboRollId) ?? 0, roll)
    return failedSlitRollIds.has(roll.id) || failedJumboChecks.some(affectsRoll) ? [roll.id] : []
  })
}

import { refuse, refuseInput } from '@/contract/errno'
import { getFieldInLanguage } from '@/contract/language'
import type { Row } from '@/contract/resource'
import { canCall } from '@/contract/endpoint'
import { material, materialLot } from '@/areas/feeding/contract/material'
import { addLotDocuments, decideLotAfterInspection } from '@/areas/feeding/server/writes/lots'
import { toPlantDay, findRowName, requirePerson } from '@/plant/server/plant'
import { assertExistedAtUse } from '@/plant/server/chronology'
import { type HandlerEntry, handle } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { formatPlantTime } from '@/server/excel/resource-columns'
import { takeNextNumber } from '@/server/crud/number-series'
import {
  attachCertificate,
  concedeInspection,
  recordInspection,
  rejectInspection,
  releaseInspection,
  reopenInspection,
  startInspection,
} from '../contract/inspection-commands'
import { materialInspection } from '../contract/material-inspection'
import { findCountProblem } from '../rules/judge-inspection'
import {
  APPROVE_PERMISSION,
  decidedStates,
  lotStateByInspectionState,
  materialInspectionLifecycle,
  type InspectionState,
} from '../rules/material-inspection'
import { prepareInspection, listLotInspections, type InspectionStartInput } from './prepare-inspection'
import { mergeInspectionFields, findMissingFields } from './custom-fields'

type InspectionRow = Row<typeof materialInspection>
type InspectionExecution<Input = unknown> = CommandExecution<typeof materialInspection, Input>

/** POST /quality/check_material: starts an inspection. A lot can have only one open inspection. */
async function startLotInspection({
  ctx,
  input,
  patch,
  nextRow: startedRow,
  occurredAt,
}: InspectionExecution<InspectionStartInput>): Promise<InspectionRow> {
  if (startedRow.resumed && !canCall(APPROVE_PERMISSION, requirePerson(ctx)))
    throw refuse('incoming:refusals.resumeNeedsLead')
  const lot = await ctx.rows.lock(materialLot, startedRow.lotId)
  assertExistedAtUse(ctx, { name: lot.number, since: lot.receivedOn, at: occurredAt, field: 'occurredAt' })
  assertInspectedAfterReceipt(ctx, lot, startedRow)
  const openInspection = (await listLotInspections(ctx, lot.id)).find(
    ({ state }) => state === materialInspectionLifecycle.initial,
  )
  if (openInspection) throw refuse('incoming:refusals.openAlready', { lot: lot.number, number: openInspection.number })
  const { row } = await prepareInspection(ctx, input)
  assertCountsFit({ ...patch, ...row })
  const day = toPlantDay(ctx, occurredAt)
  const extra = await mergeInspectionFields(ctx, row.materialId, {}, startedRow.extra)
  const dayDigits = day.replaceAll('-', '')
  const number = `IQC${dayDigits}-${String(await takeNextNumber(ctx, `materialInspection:${dayDigits}`)).padStart(3, '0')}`
  const savedRow = await ctx.rows.insert(materialInspection, {
    ...patch,
    ...row,
    extra,
    number,
    inspectedOn: startedRow.inspectedOn ?? day,
  })
  await notifyIfJudged(ctx, 'open', savedRow)
  return savedRow
}
/** PUT /quality/check_material: records counts and readings. */
async function recordResults({ ctx, row, patch }: InspectionExecution): Promise<InspectionRow> {
  const storedRow = row!
  assertCountsFit({ ...storedRow, ...patch })
  if (patch.inspectedOn) assertInspectedAfterReceipt(ctx, await ctx.rows.get(materialLot, storedRow.lotId), patch)
  const extra = patch.extra && (await mergeInspectionFields(ctx, storedRow.materialId, storedRow.extra, patch.extra))
  const savedRow = await ctx.rows.update(materialInspection, storedRow.id, { ...patch, ...(extra ? { extra } : {}) })
  await notifyIfJudged(ctx, storedRow.result, savedRow)
  return savedRow
}
function assertInspectedAfterReceipt(
  ctx: Context,
  { number, receivedOn }: Row<typeof materialLot>,
  { inspectedOn }: Pick<Partial<InspectionRow>, 'inspectedOn'>,
): void {
  if (inspectedOn) assertExistedAtUse(ctx, { name: number, since: receivedOn, at: inspectedOn, field: 'inspectedOn' })
}
function assertCountsFit(counts: Parameters<typeof findCountProblem>[0]): void {
  const problem = findCountProblem(counts)
  if (problem) throw refuseInput([{ path: [problem.field], code: 'tooBig', params: { limit: problem.limit } }])
}
/** Notifies the people who decide as soon as there is a result. */
async function notifyIfJudged(
  ctx: Context,
  previousResult: InspectionRow['result'],
  row: InspectionRow,
): Promise<void> {
  if (row.result === 'open' || row.result === previousResult) return
  const materialRow = row.materialId ? await ctx.rows.get(material, row.materialId) : null
  ctx.notify({
    notice: 'materialInspected',
    id: row.id,
    title: (language) =>
      [row.number, materialRow && String(getFieldInLanguage(material, materialRow, 'name', language))]
        .filter(Boolean)
        .join(' · '),
    keys: [APPROVE_PERMISSION],
  })
}

/**
 * Locks an inspection.
 * @throws 6000 with person, decision and time if another decision exists
 */
const lockUndecided =
  (decidedState: InspectionState) =>
  async (ctx: Context, { id }: { id: string }): Promise<InspectionRow> => {
    const row = await ctx.rows.lock(materialInspection, id)
    const isSameDecision = row.state === decidedState && row.decidedBy === ctx.person?.id
    if (isSameDecision || !(decidedStates as readonly string[]).includes(row.state)) return row
    throw refuse('incoming:refusals.decided', {
      number: row.number,
      state: ctx.t(`incoming:materialInspection.options.state.${row.state}`),
      person: row.decidedBy ? await findRowName(ctx, 'user', row.decidedBy) : '–',
      at: formatMoment(ctx, row.decidedAt),
    })
  }
const formatMoment = (ctx: Context, moment: string | null): string =>
  moment === null ? '–' : formatPlantTime(ctx.timeZone, moment)
/** Stores a decision and sets the state of the lot, which determines if the lot may be fed. */
async function decideInspection({ ctx, row, patch, nextRow: decidedRow }: InspectionExecution): Promise<InspectionRow> {
  const storedRow = row!
  await applyDecisionToLot(ctx, storedRow, {
    state: lotStateByInspectionState[decidedRow.state],
    reason: decidedRow.reason,
    unlessDecidedAfter: storedRow.startedAt ?? '',
  })
  return ctx.rows.update(materialInspection, storedRow.id, patch)
}
async function releaseInspectedLot(execution: InspectionExecution): Promise<InspectionRow> {
  const missingFields = await findMissingFields(execution.ctx, execution.row!.materialId, execution.row!.extra)
  if (missingFields.length) throw refuse('incoming:refusals.fieldsMissing', { fields: missingFields.join(', ') })
  return decideInspection(execution)
}
/** Returns the lot to quarantine. Refuses if its state was changed elsewhere or a newer inspection exists. */
async function reopenInspectedLot({
  ctx,
  row,
  patch,
  nextRow: reopenedRow,
}: InspectionExecution): Promise<InspectionRow> {
  const storedRow = row!
  const lot = await ctx.rows.lock(materialLot, storedRow.lotId)
  if (lot.state !== lotStateByInspectionState[storedRow.state]) throw await buildLotDecidedRefusal(ctx, lot)
  const newerInspection = (await listLotInspections(ctx, lot.id)).find(
    ({ id, startedAt }) => id !== storedRow.id && (startedAt ?? '') > (storedRow.startedAt ?? ''),
  )
  if (newerInspection)
    throw refuse('incoming:refusals.inspectedAgain', { lot: lot.number, number: newerInspection.number })
  // `now` excludes no decision: the check of the lot's state above has ruled out that somebody decided elsewhere.
  await applyDecisionToLot(ctx, storedRow, {
    state: 'quarantine',
    reason: reopenedRow.reason,
    unlessDecidedAfter: ctx.now.toISOString(),
  })
  return ctx.rows.update(materialInspection, storedRow.id, patch)
}
/** @throws a refusal if somebody has decided on the lot elsewhere after `unlessDecidedAfter` */
async function applyDecisionToLot(
  ctx: Context,
  row: InspectionRow,
  decision: {
    state: (typeof lotStateByInspectionState)[InspectionState]
    reason: string | null
    unlessDecidedAfter: string
  },
): Promise<void> {
  const { lot, isApplied } = await decideLotAfterInspection(ctx, { id: row.lotId, ...decision })
  if (!isApplied) throw await buildLotDecidedRefusal(ctx, lot)
}
/** Builds the refusal of a lot whose state somebody has changed outside of the inspection. */
const buildLotDecidedRefusal = async (ctx: Context, lot: Row<typeof materialLot>): Promise<Error> =>
  refuse('incoming:refusals.lotDecided', {
    lot: lot.number,
    state: ctx.t(`feeding:materialLot.options.state.${lot.state}`),
    person: lot.decidedBy ? await findRowName(ctx, 'user', lot.decidedBy) : '–',
    at: formatMoment(ctx, lot.decidedAt),
    reason: lot.reason ?? '–',
  })

/** DELETE /quality/check_material: removes an inspection without a decision, e.g. one created by mistake. */
export const removeMaterialInspection = handle(materialInspection.endpoints.remove, async (ctx, { id, version }) => {
  const row = await ctx.rows.lock(materialInspection, id)
  if (row.state !== materialInspectionLifecycle.initial)
    throw refuse('incoming:refusals.removeDecided', {
      number: row.number,
      state: ctx.t(`incoming:materialInspection.options.state.${row.state}`),
    })
  await ctx.rows.remove(materialInspection, id, { version: version ?? null })
  return null
})

type DecisionGuard = {
  preload: (ctx: Context, input: { id: string }) => Promise<InspectionRow>
  getPreloadedRow: (lockedRow: InspectionRow) => InspectionRow
}
/** Command options of a decision: the decision is refused if somebody has already made another one. */
const guardUndecided = (decidedState: InspectionState): DecisionGuard => ({
  preload: lockUndecided(decidedState),
  getPreloadedRow: (lockedRow) => lockedRow,
})
export const startHandler = handleCommand(startInspection, startLotInspection)
export const recordHandler = handleCommand(recordInspection, recordResults)
/** Handlers of all inspection commands. */
export const inspectionHandlers: HandlerEntry[] = [
  startHandler,
  recordHandler,
  handleCommand(releaseInspection, releaseInspectedLot, guardUndecided('released')),
  handleCommand(concedeInspection, decideInspection, guardUndecided('concession')),
  handleCommand(rejectInspection, decideInspection, guardUndecided('rejected')),
  handleCommand(reopenInspection, reopenInspectedLot),
  handleCommand(attachCertificate, async ({ ctx, row, input }) => {
    await addLotDocuments(ctx, row!.lotId, input.documents)
    return row!
  }),
]

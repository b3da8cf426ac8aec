import { refuse, refuseInput } from '@/contract/errno'
import { getFieldInLanguage } from '@/contract/language'
import type { Row } from '@/contract/resource'
import { canCall } from '@/contract/endpoint'
import { material, materialLot } from '@/areas/feeding/contract/material'
import { addLotDocuments, judgeLot } from '@/areas/feeding/server/queries/lots'
import { toPlantDay, findRowName, requirePerson } from '@/plant/server/plant'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { formatPlantTime } from '@/server/excel/plant-time'
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
import { countProblem } from '../rules/judgement'
import {
  APPROVE,
  decidedStates,
  lotStateOf,
  materialInspection as life,
  type InspectionState,
} from '../rules/material-inspection'
import { beginningOf, inspectionsOf, type Asked } from './beginning'
import { cleanExtra, missingExtra } from './extra'

type InspectionRow = Row<typeof materialInspection>
type Step<In = unknown, Held = unknown> = CommandExecution<typeof materialInspection, In, Held>

/** POST /quality/check_material. A lot can have only one open inspection. */
async function start({
  ctx,
  input,
  patch: change,
  nextRow: after,
  occurredAt: at,
}: Step<Asked>): Promise<InspectionRow> {
  if (after.resumed && !canCall(APPROVE, requirePerson(ctx))) throw refuse('incoming:refusals.resumeNeedsLead')
  const lot = await ctx.rows.lock(materialLot, after.lotId)
  const open = (await inspectionsOf(ctx, lot.id)).find(({ state }) => state === life.initial)
  if (open) throw refuse('incoming:refusals.openAlready', { lot: lot.number, number: open.number })
  const { row } = await beginningOf(ctx, input)
  mustFit({ ...change, ...row })
  const day = toPlantDay(ctx, at)
  const extra = await cleanExtra(ctx, row.materialId, {}, after.extra)
  const series = day.replaceAll('-', '')
  const number = `IQC${series}-${String(await takeNextNumber(ctx, `materialInspection:${series}`)).padStart(3, '0')}`
  const saved = await ctx.rows.insert(materialInspection, {
    ...change,
    ...row,
    extra,
    number,
    inspectedOn: after.inspectedOn ?? day,
  })
  await tellIfJudged(ctx, 'open', saved)
  return saved
}
/** PUT /quality/check_material */
async function record({ ctx, row, patch: change }: Step): Promise<InspectionRow> {
  const before = row!
  mustFit({ ...before, ...change })
  const extra = change.extra && (await cleanExtra(ctx, before.materialId, before.extra, change.extra))
  const saved = await ctx.rows.update(materialInspection, before.id, { ...change, ...(extra ? { extra } : {}) })
  await tellIfJudged(ctx, before.result, saved)
  return saved
}
function mustFit(counts: Parameters<typeof countProblem>[0]): void {
  const wrong = countProblem(counts)
  if (wrong) throw refuseInput([{ path: [wrong.field], code: 'tooBig', params: { limit: wrong.limit } }])
}
/** Notifies the people who decide as soon as there is a result. */
async function tellIfJudged(ctx: Context, before: InspectionRow['result'], row: InspectionRow): Promise<void> {
  if (row.result === 'open' || row.result === before) return
  const of = row.materialId ? await ctx.rows.get(material, row.materialId) : null
  ctx.notify({
    notice: 'materialInspected',
    id: row.id,
    title: (language) =>
      [row.number, of && String(getFieldInLanguage(material, of, 'name', language))].filter(Boolean).join(' · '),
    keys: [APPROVE],
  })
}

/** Locks the row. @throws 6000 with person, decision and time if someone else has decided already */
const undecided =
  (to: InspectionState) =>
  async (ctx: Context, { id }: { id: string }): Promise<InspectionRow> => {
    const row = await ctx.rows.lock(materialInspection, id)
    const mine = row.state === to && row.decidedBy === ctx.person?.id
    if (mine || !(decidedStates as readonly string[]).includes(row.state)) return row
    throw refuse('incoming:refusals.decided', {
      number: row.number,
      state: ctx.t(`incoming:materialInspection.options.state.${row.state}`),
      person: row.decidedBy ? await findRowName(ctx, 'user', row.decidedBy) : '–',
      at: clock(ctx, row.decidedAt),
    })
  }
const clock = (ctx: Context, moment: string | null): string =>
  moment === null ? '–' : formatPlantTime(ctx.timeZone, moment)
/** Stores a decision and sets the state of the lot accordingly, so that it may or may not be fed. */
async function decide({ ctx, row, patch: change, nextRow: after }: Step): Promise<InspectionRow> {
  const before = row!
  await settle(ctx, before, { to: lotStateOf[after.state], reason: after.reason, since: before.startedAt ?? '' })
  return ctx.rows.update(materialInspection, before.id, change)
}
async function release(step: Step): Promise<InspectionRow> {
  const missing = await missingExtra(step.ctx, step.row!.materialId, step.row!.extra)
  if (missing.length) throw refuse('incoming:refusals.fieldsMissing', { fields: missing.join(', ') })
  return decide(step)
}
/** Returns the lot to quarantine, unless its state was changed elsewhere or a newer inspection exists. */
async function reopen({ ctx, row, patch: change, nextRow: after }: Step): Promise<InspectionRow> {
  const before = row!
  const lot = await ctx.rows.lock(materialLot, before.lotId)
  if (lot.state !== lotStateOf[before.state]) throw await lotDecided(ctx, lot)
  const newer = (await inspectionsOf(ctx, lot.id)).find(
    ({ id, startedAt }) => id !== before.id && (startedAt ?? '') > (before.startedAt ?? ''),
  )
  if (newer) throw refuse('incoming:refusals.inspectedAgain', { lot: lot.number, number: newer.number })
  await settle(ctx, before, { to: 'quarantine', reason: after.reason, since: ctx.now.toISOString() })
  return ctx.rows.update(materialInspection, before.id, change)
}
async function settle(
  ctx: Context,
  row: InspectionRow,
  decision: { to: (typeof lotStateOf)[InspectionState]; reason: string | null; since: string },
): Promise<void> {
  const { lot, isApplied: counts } = await judgeLot(ctx, { id: row.lotId, ...decision })
  if (!counts) throw await lotDecided(ctx, lot)
}
/** Builds the refusal for a lot that was decided on elsewhere in the meantime. */
const lotDecided = async (ctx: Context, lot: Row<typeof materialLot>): Promise<Error> =>
  refuse('incoming:refusals.lotDecided', {
    lot: lot.number,
    state: ctx.t(`feeding:materialLot.options.state.${lot.state}`),
    person: lot.decidedBy ? await findRowName(ctx, 'user', lot.decidedBy) : '–',
    at: clock(ctx, lot.decidedAt),
    reason: lot.reason ?? '–',
  })

/** DELETE /quality/check_material: only for inspections without a decision, e.g. created by mistake. */
export async function remove(ctx: Context, { id, version }: { id: string; version?: number | null }): Promise<null> {
  const row = await ctx.rows.lock(materialInspection, id)
  if (row.state !== life.initial)
    throw refuse('incoming:refusals.removeDecided', {
      number: row.number,
      state: ctx.t(`incoming:materialInspection.options.state.${row.state}`),
    })
  await ctx.rows.remove(materialInspection, id, { version: version ?? null })
  return null
}

type Held = {
  first: (ctx: Context, input: { id: string }) => Promise<InspectionRow>
  row: (held: InspectionRow) => InspectionRow
}
const unlessDecided = (to: InspectionState): Held => ({ first: undecided(to), row: (held) => held })
export const starting = handleCommand(startInspection, start)
export const recording = handleCommand(recordInspection, record)
/** Handlers of all inspection commands. */
export const inspectionHandlers: HandlerEntry[] = [
  starting,
  recording,
  handleCommand(releaseInspection, release, unlessDecided('released')),
  handleCommand(concedeInspection, decide, unlessDecided('concession')),
  handleCommand(rejectInspection, decide, unlessDecided('rejected')),
  handleCommand(reopenInspection, reopen),
  handleCommand(attachCertificate, async ({ ctx, row, input }) => {
    await addLotDocuments(ctx, row!.lotId, input.documents)
    return row!
  }),
]

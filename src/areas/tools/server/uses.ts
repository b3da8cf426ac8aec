/** Use records entered or corrected by hand; the place, state and used life of the tool follow from them. */
import { refuse, refuseInput } from '@/contract/errno'
import type { Row, UpdateInput } from '@/contract/resource'
import { assertExistedAtUse, assertNotUsedBefore } from '@/plant/server/chronology'
import { assertMomentNotAhead } from '@/server/entered-moments'
import type { Context } from '@/server/context'
import { importWorkbook } from '@/server/crud/import-workbook'
import { listPage } from '@/server/crud/list'
import type { AppContext } from '@/server/crud/operations'
import { toListScope } from '@/server/crud/refs'
import { line } from '@/plant/contract/line'
import { tool } from '../contract/tool'
import { toolUse, slitterKnives, removeUses } from '../contract/tool-use'
import {
  findOccupant,
  findMissingPlaceField,
  deriveToolState,
  findUseProblem,
  type ToolKind,
  type ToolUseFields,
} from '../rules/tool'
import { recalculateMountings } from './recalculate-mountings'
import { assertFitsLine, describePlace } from './command-handlers'
import { handle } from '@/server/area'

type UseRecord = Row<typeof toolUse>
/** Maximum number of records to check against, newest first; enough for years of daily changes. */
const MAX_USES = 2000
const loadUseRecords = (ctx: Context, toolId: string): Promise<UseRecord[]> =>
  ctx.rows.find(toolUse, { where: { toolId }, orderBy: '-occurredAt', limit: MAX_USES })

/** PUT /tool/edit_basic/{id}: changes a tool, which cannot be bought after its first use. */
export const changeTool = handle(tool.endpoints.update, (ctx, { id, version, ...patch }) =>
  updateTool(ctx, id, patch, version),
)
/** Imports tools from a workbook; rows that are already stored change as in the form. */
export const importTools = handle(tool.endpoints.import, (ctx, input) =>
  importWorkbook(ctx as AppContext, tool, input, { update: (_ctx, id, row) => updateTool(ctx, id, row, null) }),
)
async function updateTool(
  ctx: Context,
  id: string,
  patch: Omit<UpdateInput<typeof tool>, 'id' | 'version'>,
  version: number | null,
): Promise<Row<typeof tool>> {
  const storedTool = await ctx.rows.lock(tool, id)
  if (patch.boughtOn && patch.boughtOn !== storedTool.boughtOn) {
    const [firstUse] = await ctx.rows.find(toolUse, { where: { toolId: id }, orderBy: 'occurredAt', limit: 1 })
    assertNotUsedBefore(ctx, {
      name: storedTool.code,
      since: patch.boughtOn,
      firstUse: firstUse?.occurredAt ?? null,
      field: 'boughtOn',
    })
  }
  return ctx.rows.update(tool, id, patch, { version })
}

/**
 * @throws 6000 if the times of the record are in the future or before the purchase of the tool, or if another record
 * contradicts it; the refusal then names the place of the tool at that time
 */
async function assertUseConsistent(
  ctx: Context,
  useRecord: ToolUseFields,
  toolId: string,
  usesOfTool: readonly ToolUseFields[],
): Promise<void> {
  assertMomentNotAhead(ctx, useRecord.occurredAt, 'occurredAt')
  if (useRecord.removedAt) assertMomentNotAhead(ctx, useRecord.removedAt, 'removedAt')
  const { code, boughtOn } = await ctx.rows.get(tool, toolId)
  assertExistedAtUse(ctx, { name: code, since: boughtOn, at: useRecord.occurredAt, field: 'occurredAt' })
  const problem = findUseProblem(useRecord, usesOfTool)
  if (!problem) return
  throw refuse(`tools:refusals.${problem.code}`, {
    code,
    there: problem.conflictingUse ? await describePlace(ctx, problem.conflictingUse) : '',
  })
}
/**
 * Asserts that a place holds one tool of a kind at a time. A stored record may keep the contradiction that it already
 * has, so that people can still enter its end.
 * @throws 6000 with the tool at the place, 4042 if the place or the side is missing
 */
async function assertPlaceFree(
  ctx: Context,
  kind: ToolKind,
  useRecord: ToolUseFields,
  storedUse: ToolUseFields | null,
  toolId: string,
): Promise<void> {
  if (useRecord.kind !== 'mounted' || !useRecord.lineId) return
  const missingField = findMissingPlaceField(kind, useRecord)
  if (missingField && !(storedUse && findMissingPlaceField(kind, storedUse) === missingField))
    throw refuseInput([{ path: [missingField], code: 'missing' }])
  if (useRecord.place === null) return
  const placeUses = await ctx.rows.find(toolUse, {
    where: { kind: 'mounted', toolKind: kind, lineId: useRecord.lineId, place: useRecord.place },
    orderBy: '-occurredAt',
    limit: MAX_USES,
  })
  const otherMountings = placeUses.filter(
    (otherUse) => otherUse.toolId !== toolId && !(storedUse && findOccupant(storedUse, [otherUse])),
  )
  const occupant = findOccupant(useRecord, otherMountings)
  if (!occupant) return
  const { code } = await ctx.rows.get(tool, occupant.toolId)
  throw refuse('tools:refusals.held', { code, there: await describePlace(ctx, occupant) })
}
/** POST /tool/add_tool: adds a use record afterwards. A use that happens now is recorded by its tool command. */
export const addToolUse = handle(toolUse.endpoints.create, async (ctx, input) => {
  // The line is locked before the tool, in the same order as for a mounting.
  if (input.lineId) await ctx.rows.lock(line, input.lineId)
  const toolRow = await ctx.rows.lock(tool, input.toolId)
  const uses = await loadUseRecords(ctx, input.toolId)
  const { place = null, side = null, lineId = null, removedAt = null, reason = null } = input
  const useRecord = {
    id: input.id ?? '', // matches no stored record
    kind: input.kind,
    occurredAt: input.occurredAt,
    removedAt,
    lineId,
    place,
    side,
    reason,
  }
  await assertUseConsistent(ctx, useRecord, input.toolId, uses)
  if (lineId) await assertFitsLine(ctx, toolRow, lineId)
  await assertPlaceFree(ctx, toolRow.kind, useRecord, null, input.toolId)
  const savedUse = await ctx.rows.insert(toolUse, { ...input, toolKind: toolRow.kind, userId: ctx.person?.id ?? null })
  await syncTool(ctx, input.toolId, [savedUse.id])
  return ctx.rows.get(toolUse, savedUse.id)
})
/** PUT /tool/edit_tool: changes a use record. The output is recounted, because it depends on the times and the line. */
export const changeToolUse = handle(toolUse.endpoints.update, async (ctx, input) => {
  const { id, version, ...changedFields } = input
  const { toolId, lineId: storedLineId } = await ctx.rows.get(toolUse, id)
  const lineId = changedFields.lineId ?? storedLineId
  if (lineId) await ctx.rows.lock(line, lineId)
  const toolRow = await ctx.rows.lock(tool, toolId)
  const storedUse = await ctx.rows.lock(toolUse, id)
  if (changedFields.toolId !== undefined && changedFields.toolId !== toolId) throw refuse('tools:refusals.otherTool')
  await assertUseConsistent(
    ctx,
    { ...storedUse, ...changedFields } as UseRecord,
    toolId,
    await loadUseRecords(ctx, toolId),
  )
  // A record that was saved before this check existed may keep its line, so that its end can be entered.
  if (changedFields.lineId && changedFields.lineId !== storedUse.lineId)
    await assertFitsLine(ctx, toolRow, changedFields.lineId)
  await assertPlaceFree(ctx, toolRow.kind, { ...storedUse, ...changedFields } as UseRecord, storedUse, toolId)
  await ctx.rows.update(toolUse, id, changedFields as Partial<UseRecord>, { version, merge: true })
  await syncTool(ctx, toolId, [id])
  return ctx.rows.get(toolUse, id)
})
/** DELETE /tool/delete_tool/{id}: removes a use record. */
export const removeToolUse = handle(toolUse.endpoints.remove, async (ctx, input) => {
  const { toolId } = await ctx.rows.get(toolUse, input.id)
  await ctx.rows.lock(tool, toolId)
  await ctx.rows.remove(toolUse, input.id, { version: input.version ?? null })
  await syncTool(ctx, toolId)
  return null
})
/** DELETE /tool/delete_tool: removes several use records. */
export const removeToolUses = handle(removeUses, async (ctx, { ids }) => {
  const uses = await ctx.rows.find(toolUse, { where: { id: [...new Set(ids)] }, limit: ids.length })
  if (uses.length < new Set(ids).size) throw refuseInput([{ path: ['ids'], code: 'unknownId' }])
  const toolIds = [...new Set(uses.map(({ toolId }) => toolId))].sort()
  for (const id of toolIds) await ctx.rows.lock(tool, id)
  for (const { id } of uses) await ctx.rows.remove(toolUse, id)
  for (const id of toolIds) await syncTool(ctx, id)
  return ids.map((id) => ({ id }))
})
/** Derives the state of the tool from its records and recounts its used life. */
async function syncTool(ctx: Context, toolId: string, useIds: readonly string[] = []): Promise<void> {
  await ctx.rows.update(tool, toolId, deriveToolState(await loadUseRecords(ctx, toolId)))
  await recalculateMountings(ctx, { toolIds: [toolId], useIds })
}

/** GET /cut_first/cut_manage: lists current and former knives of a slitter. */
export const listSlitterKnives = handle(slitterKnives, (ctx, { slitterId, place }) =>
  listPage(toListScope(ctx), toolUse, {
    kind: 'mounted',
    toolKind: 'knife',
    size: 200,
    ...(slitterId ? { lineId: slitterId } : {}),
    ...(place ? { placeFrom: place, placeTo: place } : {}),
  }),
)

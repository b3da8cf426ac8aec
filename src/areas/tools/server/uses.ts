/** Use records entered or corrected by hand; the place, state and used life of the tool follow from them. */
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { refuse, refuseInput } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { assertExistedAtUse } from '@/plant/server/chronology'
import { assertMomentNotAhead } from '@/server/entered-moments'
import type { Context } from '@/server/context'
import { listPage } from '@/server/crud/list'
import { toListScope } from '@/server/crud/list-scope'
import { line } from '@/plant/contract/line'
import { tool } from '../contract/tool'
import { toolUse, type knivesOf, type removeUses } from '../contract/tool-use'
import { heldBy, placeMissing, toolNow, useProblem, type ToolKind, type UseSpan } from '../rules/tool'
import { countUses } from './count'
import { mustFitLine, placeWords } from './steps'

type Use = Row<typeof toolUse>
/** Above the number of records of a tool. */
const MOST = 2000
const usesOf = (ctx: Context, toolId: string): Promise<Use[]> =>
  ctx.rows.find(toolUse, { where: { toolId }, limit: MOST })

/** @throws 6000 if the record contradicts another one; the refusal names the place of the tool at that time */
async function mustFit(ctx: Context, use: UseSpan, toolId: string, others: readonly UseSpan[]): Promise<void> {
  assertMomentNotAhead(ctx, use.occurredAt, 'occurredAt')
  if (use.removedAt) assertMomentNotAhead(ctx, use.removedAt, 'removedAt')
  const { code, boughtOn } = await ctx.rows.get(tool, toolId)
  assertExistedAtUse(ctx, { name: code, since: boughtOn, at: use.occurredAt, field: 'occurredAt' })
  const problem = useProblem(use, others)
  if (!problem) return
  throw refuse(`tools:refusals.${problem.code}`, { code, there: problem.by ? await placeWords(ctx, problem.by) : '' })
}
/**
 * Asserts that a place holds one tool of a kind at a time. A stored record may keep a contradiction that it already
 * has, so that its end can be entered.
 * @throws 6000 with the tool at the place, 4042 if the place or the side is missing
 */
async function mustBeFree(
  ctx: Context,
  kind: ToolKind,
  use: UseSpan,
  before: UseSpan | null,
  toolId: string,
): Promise<void> {
  if (use.kind !== 'mounted' || !use.lineId) return
  const missing = placeMissing(kind, use)
  if (missing && !(before && placeMissing(kind, before) === missing))
    throw refuseInput([{ path: [missing], code: 'missing' }])
  if (use.place === null) return
  const there = await ctx.rows.find(toolUse, {
    where: { kind: 'mounted', toolKind: kind, lineId: use.lineId, place: use.place },
    limit: MOST,
  })
  const others = there.filter((one) => one.toolId !== toolId && !(before && heldBy(before, [one])))
  const by = heldBy(use, others)
  if (!by) return
  const { code } = await ctx.rows.get(tool, by.toolId)
  throw refuse('tools:refusals.held', { code, there: await placeWords(ctx, by) })
}
/** POST /tool/add_tool: adds a use record that was not scanned at the time; current uses are tool commands. */
export async function addUse(ctx: Context, input: EndpointInput<typeof toolUse.endpoints.create>): Promise<Use> {
  // As for a mounting, the line is locked before the tool.
  if (input.lineId) await ctx.rows.lock(line, input.lineId)
  const one = await ctx.rows.lock(tool, input.toolId)
  const uses = await usesOf(ctx, input.toolId)
  const { place = null, side = null, lineId = null, removedAt = null, reason = null } = input
  const use = {
    id: input.id ?? '',
    kind: input.kind,
    occurredAt: input.occurredAt,
    removedAt,
    lineId,
    place,
    side,
    reason,
  }
  await mustFit(ctx, use, input.toolId, uses)
  if (lineId) await mustFitLine(ctx, one, lineId)
  await mustBeFree(ctx, one.kind, use, null, input.toolId)
  const saved = await ctx.rows.insert(toolUse, { ...input, toolKind: one.kind, userId: ctx.person?.id ?? null })
  await follow(ctx, input.toolId, [saved.id])
  return ctx.rows.get(toolUse, saved.id)
}
/** PUT /tool/edit_tool: changes a use record; other times on the machine change its metres. */
export async function changeUse(ctx: Context, input: EndpointInput<typeof toolUse.endpoints.update>): Promise<Use> {
  const { id, version, ...patch } = input
  const { toolId, lineId: known } = await ctx.rows.get(toolUse, id)
  const lineId = patch.lineId ?? known
  if (lineId) await ctx.rows.lock(line, lineId)
  const one = await ctx.rows.lock(tool, toolId)
  const before = await ctx.rows.lock(toolUse, id)
  if (patch.toolId !== undefined && patch.toolId !== toolId) throw refuse('tools:refusals.otherTool')
  await mustFit(ctx, { ...before, ...patch } as Use, toolId, await usesOf(ctx, toolId))
  // A record older than this check may keep its line, so that its end can be entered.
  if (patch.lineId && patch.lineId !== before.lineId) await mustFitLine(ctx, one, patch.lineId)
  await mustBeFree(ctx, one.kind, { ...before, ...patch } as Use, before, toolId)
  await ctx.rows.update(toolUse, id, patch as Partial<Use>, { version, merge: true })
  await follow(ctx, toolId, [id])
  return ctx.rows.get(toolUse, id)
}
/** DELETE /tool/delete_tool/{id}: removes a use record. */
export async function removeUse(ctx: Context, input: EndpointInput<typeof toolUse.endpoints.remove>): Promise<null> {
  const { toolId } = await ctx.rows.get(toolUse, input.id)
  await ctx.rows.lock(tool, toolId)
  await ctx.rows.remove(toolUse, input.id, { version: input.version ?? null })
  await follow(ctx, toolId)
  return null
}
/** DELETE /tool/delete_tool: removes several use records. */
export async function removeSeveral(
  ctx: Context,
  { ids }: EndpointInput<typeof removeUses>,
): Promise<EndpointOutput<typeof removeUses>> {
  const uses = await ctx.rows.find(toolUse, { where: { id: [...new Set(ids)] }, limit: ids.length })
  if (uses.length < new Set(ids).size) throw refuseInput([{ path: ['ids'], code: 'unknownId' }])
  const toolIds = [...new Set(uses.map(({ toolId }) => toolId))].sort()
  for (const id of toolIds) await ctx.rows.lock(tool, id)
  for (const { id } of uses) await ctx.rows.remove(toolUse, id)
  for (const id of toolIds) await follow(ctx, id)
  return ids.map((id) => ({ id }))
}
/** Derives the state of the tool from its records and recounts its used life. */
async function follow(ctx: Context, toolId: string, useIds: readonly string[] = []): Promise<void> {
  await ctx.rows.update(tool, toolId, toolNow(await usesOf(ctx, toolId)))
  await countUses(ctx, { toolIds: [toolId], useIds })
}

/** GET /cut_first/cut_manage: lists current and former knives of a slitter. */
export const knives = (
  ctx: Context,
  { slitterId, place }: EndpointInput<typeof knivesOf>,
): Promise<EndpointOutput<typeof knivesOf>> =>
  listPage(toListScope(ctx), toolUse, {
    kind: 'mounted',
    toolKind: 'knife',
    size: 200,
    ...(slitterId ? { lineId: slitterId } : {}),
    ...(place ? { placeFrom: place, placeTo: place } : {}),
  })

/** Commands of the tool lifecycle: each writes a use record, and the used life follows from the records. */
import { errno, Refusal, refuse, refuseInput } from '@/contract/errno'
import { createUuid7 } from '@/contract/id'
import type { Row } from '@/contract/resource'
import { line } from '@/plant/contract/line'
import { assertExistedAtUse } from '@/plant/server/chronology'
import { findRowName } from '@/plant/server/plant'
import { findSlitterLimits } from '@/areas/slitting/server/queries/slitters'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { tool } from '../contract/tool'
import { cleanTool, grindTool, mountTool, repairTool, scrapTool, takeOffTool } from '../contract/tool-commands'
import { toolUse } from '../contract/tool-use'
import { findToolAtPlace, findMisfit, findMissingPlaceField, type ToolUseKind, type ToolUseReason } from '../rules/tool'
import { recalculateMountings } from './recalculate-mountings'

type Tool = Row<typeof tool>
/** Inputs of tool commands that are stored in the use record. */
interface UseRecordInput {
  photos?: readonly string[] | null
  remark?: string | null
  reason?: ToolUseReason | null
}
type ToolExecution<In = UseRecordInput> = CommandExecution<typeof tool, In>
const toRecordFields = ({ photos, remark, reason }: UseRecordInput) => ({
  images: [...(photos ?? [])],
  note: remark ?? null,
  reason: reason ?? null,
})

/**
 * Asserts that the person may handle the tool: slitter operators may only change knives.
 * @throws 401
 */
function assertCanHandle(ctx: Context, { kind }: Tool): void {
  const { person } = ctx
  if (kind === 'knife' || !person || person.isSup || person.keys.has('toolManagementWork')) return
  throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key: 'toolManagementWork' } })
}
/** Returns the place of a tool for the text of a refusal: line name and place number. */
export const describePlace = async (
  ctx: Context,
  { lineId, place }: { readonly lineId: string | null; readonly place: number | null },
): Promise<string> => `${lineId ? await findRowName(ctx, 'line', lineId) : ''}${place === null ? '' : ` · ${place}`}`

/** @throws 6000 if a tool of this kind cannot be on the line */
export async function assertFitsLine(
  ctx: Context,
  { code, kind }: Pick<Tool, 'code' | 'kind'>,
  lineId: string,
): Promise<void> {
  const misfit = findMisfit(kind, (await ctx.rows.get(line, lineId)).kind)
  if (!misfit) return
  const lineName = await describePlace(ctx, { lineId, place: null })
  throw refuse(`tools:refusals.${misfit}`, { kind: ctx.t(`tools:tool.options.kind.${kind}`), code, there: lineName })
}

interface MountInput extends UseRecordInput {
  id: string
  lineId: string
  place?: number | null
  side?: 'upper' | 'lower' | null
}
/** Locks the line before the tool, so that the second of two concurrent mountings at one place sees the first tool. */
async function lockForMount(ctx: Context, { id, lineId }: MountInput): Promise<Tool> {
  await ctx.rows.lock(line, lineId)
  const row = await ctx.rows.lock(tool, id)
  if (row.state === 'mounted')
    throw refuse('tools:refusals.mountedThere', { code: row.code, there: await describePlace(ctx, row) })
  return row
}
/** POST /tool/mount, PUT /cut_first/cut_manage: mounts a tool. */
async function handleMount({
  ctx,
  row,
  patch,
  input,
  occurredAt: mountedAt,
  person,
}: ToolExecution<MountInput>): Promise<Tool> {
  if (!row) throw new Error('the tool to mount does not exist')
  assertCanHandle(ctx, row)
  assertExistedAtUse(ctx, { name: row.code, since: row.boughtOn, at: mountedAt, field: 'occurredAt' })
  await assertFitsLine(ctx, row, input.lineId)
  const missingField = findMissingPlaceField(row.kind, { place: input.place ?? null, side: input.side ?? null })
  if (missingField) throw refuseInput([{ path: [missingField], code: 'missing' }])
  await clearPlace(ctx, row, input, mountedAt)
  // A knife without a limit takes the limit of its slitter.
  const lifeLimit =
    row.lifeLimit ??
    (row.kind === 'knife' && row.lifeUnit === 'm' ? (await findSlitterLimits(ctx, input.lineId)).knifeLifeM : null)
  const mountedTool = await ctx.rows.update(tool, row.id, { ...patch, lifeLimit })
  await ctx.rows.insert(toolUse, {
    id: createUuid7(ctx.now.getTime()),
    toolId: row.id,
    toolKind: row.kind,
    kind: 'mounted',
    lineId: input.lineId,
    place: mountedTool.place,
    side: mountedTool.side,
    occurredAt: mountedAt,
    userId: person.id,
    ...toRecordFields(input),
  })
  return recalculateTool(ctx, row.id)
}
/**
 * Takes off the tool of the same kind that is at the place, because a place holds only one. Does nothing without a
 * place number.
 * @throws 6000 if that tool was mounted after `removedAt`
 */
async function clearPlace(
  ctx: Context,
  { kind }: Tool,
  { lineId, place, side }: MountInput,
  removedAt: string,
): Promise<void> {
  if (place === undefined || place === null) return
  const mountedTools = await ctx.rows.find(tool, { where: { kind, lineId, place, state: 'mounted' }, lock: true })
  const occupant = findToolAtPlace(mountedTools, { lineId, place, side: side ?? null })
  if (!occupant) return
  if (occupant.mountedAt && occupant.mountedAt >= removedAt)
    throw refuse('tools:refusals.mountedSince', { code: occupant.code, there: await describePlace(ctx, occupant) })
  await endMounting(ctx, occupant, removedAt, { reason: 'replaced' })
  await ctx.rows.update(tool, occupant.id, {
    state: 'removed',
    lineId: null,
    place: null,
    side: null,
    mountedAt: null,
    since: removedAt,
  })
  await recalculateMountings(ctx, { toolIds: [occupant.id] })
}
/** Ends the open mounting of a tool. Photos and note are added to those of the mounting. */
async function endMounting(ctx: Context, { id }: Tool, removedAt: string, recordInput: UseRecordInput): Promise<void> {
  const [mounting] = await ctx.rows.find(toolUse, {
    where: { toolId: id, kind: 'mounted', removedAt: null },
    limit: 1,
    lock: true,
  })
  if (!mounting) return
  const { images, note, reason } = toRecordFields(recordInput)
  await ctx.rows.update(toolUse, mounting.id, {
    removedAt,
    removedBy: ctx.person?.id ?? null,
    reason,
    images: [...mounting.images, ...images],
    note: [mounting.note, note].filter(Boolean).join('\n') || null,
  })
}
/** POST /tool/take_off: takes a tool off its machine. */
async function handleTakeOff({ ctx, row, patch, input, occurredAt: takenOffAt }: ToolExecution): Promise<Tool> {
  if (!row) throw new Error('the tool to take off does not exist')
  assertCanHandle(ctx, row)
  await endMounting(ctx, row, takenOffAt, input)
  await ctx.rows.update(tool, row.id, patch)
  return recalculateTool(ctx, row.id)
}
/** Recounts the used life of a tool and returns its row. */
async function recalculateTool(ctx: Context, id: string): Promise<Tool> {
  await recalculateMountings(ctx, { toolIds: [id] })
  return ctx.rows.get(tool, id)
}
/** Creates the handler of cleaning, grinding, repairing or scrapping, which do not change the used life. */
const createServiceHandler =
  (kind: ToolUseKind) =>
  async ({ ctx, row, patch, input, occurredAt, person }: ToolExecution): Promise<Tool> => {
    if (!row) throw new Error('the tool of the step does not exist')
    assertCanHandle(ctx, row)
    await ctx.rows.insert(toolUse, {
      id: createUuid7(ctx.now.getTime()),
      toolId: row.id,
      toolKind: row.kind,
      kind,
      lineId: row.lineId,
      place: row.place,
      side: row.side,
      occurredAt,
      userId: person.id,
      ...toRecordFields(input),
    })
    return ctx.rows.update(tool, row.id, patch)
  }

/** Handlers of all tool commands. */
export const toolCommandHandlers: HandlerEntry[] = [
  handleCommand(mountTool, handleMount, { preload: lockForMount, getPreloadedRow: (lockedTool) => lockedTool }),
  handleCommand(takeOffTool, handleTakeOff),
  handleCommand(cleanTool, createServiceHandler('cleaned')),
  handleCommand(grindTool, createServiceHandler('ground')),
  handleCommand(repairTool, createServiceHandler('repaired')),
  handleCommand(scrapTool, createServiceHandler('scrapped')),
]

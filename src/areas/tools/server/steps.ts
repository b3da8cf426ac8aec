/** Commands of the tool lifecycle: each writes a use record, and the used life follows from the records. */
import { errno, Refusal, refuse, refuseInput } from '@/contract/errno'
import { createUuid7 } from '@/contract/id'
import type { Row } from '@/contract/resource'
import { line } from '@/plant/contract/line'
import { assertExistedAtUse } from '@/plant/server/chronology'
import { findRowName } from '@/plant/server/plant'
import { limitsOf } from '@/areas/rolls/server/queries/slitters'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { tool } from '../contract/tool'
import { cleanTool, grindTool, mountTool, repairTool, scrapTool, takeOffTool } from '../contract/tool-commands'
import { toolUse } from '../contract/tool-use'
import { atPlace, misfit, placeMissing, type UseKind, type UseReason } from '../rules/tool'
import { countUses } from './count'

type Tool = Row<typeof tool>
/** Input that all tool commands share. */
interface Said {
  photos?: readonly string[] | null
  remark?: string | null
  reason?: UseReason | null
}
type Step<In = Said> = CommandExecution<typeof tool, In>
const kept = ({ photos, remark, reason }: Said) => ({
  images: [...(photos ?? [])],
  note: remark ?? null,
  reason: reason ?? null,
})

/**
 * Asserts that the person may handle the tool: slitter operators may only change knives.
 * @throws 401
 */
function mustHandle(ctx: Context, { kind }: Tool): void {
  const { person } = ctx
  if (kind === 'knife' || !person || person.isSup || person.keys.has('toolManagementWork')) return
  throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key: 'toolManagementWork' } })
}
/** Returns the place of a tool for the text of a refusal: line name and place number. */
export const placeWords = async (
  ctx: Context,
  { lineId, place }: { readonly lineId: string | null; readonly place: number | null },
): Promise<string> => `${lineId ? await findRowName(ctx, 'line', lineId) : ''}${place === null ? '' : ` · ${place}`}`

/** @throws 6000 if a tool of this kind cannot be on the line */
export async function mustFitLine(
  ctx: Context,
  { code, kind }: Pick<Tool, 'code' | 'kind'>,
  lineId: string,
): Promise<void> {
  const problem = misfit(kind, (await ctx.rows.get(line, lineId)).kind)
  if (!problem) return
  const there = await placeWords(ctx, { lineId, place: null })
  throw refuse(`tools:refusals.${problem}`, { kind: ctx.t(`tools:tool.options.kind.${kind}`), code, there })
}

interface MountInput extends Said {
  id: string
  lineId: string
  place?: number | null
  side?: 'upper' | 'lower' | null
}
/** Locks the line before the tool: of two concurrent mountings at one place, the second sees the first tool. */
async function heldToMount(ctx: Context, { id, lineId }: MountInput): Promise<Tool> {
  await ctx.rows.lock(line, lineId)
  const row = await ctx.rows.lock(tool, id)
  if (row.state === 'mounted')
    throw refuse('tools:refusals.mountedThere', { code: row.code, there: await placeWords(ctx, row) })
  return row
}
/** POST /tool/mount, PUT /cut_first/cut_manage: mounts a tool. */
async function mount({ ctx, row, patch: change, input, occurredAt: at, person }: Step<MountInput>): Promise<Tool> {
  if (!row) throw new Error('a tool is mounted that is not there')
  mustHandle(ctx, row)
  assertExistedAtUse(ctx, { name: row.code, since: row.boughtOn, at, field: 'occurredAt' })
  await mustFitLine(ctx, row, input.lineId)
  const missing = placeMissing(row.kind, { place: input.place ?? null, side: input.side ?? null })
  if (missing) throw refuseInput([{ path: [missing], code: 'missing' }])
  await clearPlace(ctx, row, input, at)
  // A knife without a limit takes that of its slitter.
  const lifeLimit =
    row.lifeLimit ??
    (row.kind === 'knife' && row.lifeUnit === 'm' ? (await limitsOf(ctx, input.lineId)).knifeLifeM : null)
  const saved = await ctx.rows.update(tool, row.id, { ...change, lifeLimit })
  await ctx.rows.insert(toolUse, {
    id: createUuid7(ctx.now.getTime()),
    toolId: row.id,
    toolKind: row.kind,
    kind: 'mounted',
    lineId: input.lineId,
    place: saved.place,
    side: saved.side,
    occurredAt: at,
    userId: person.id,
    ...kept(input),
  })
  return counted(ctx, row.id)
}
/** Takes off the tool of the same kind at the place, because a place holds one. Does nothing without a place. */
async function clearPlace(
  ctx: Context,
  { kind }: Tool,
  { lineId, place, side }: MountInput,
  at: string,
): Promise<void> {
  if (place === undefined || place === null) return
  const mounted = await ctx.rows.find(tool, { where: { kind, lineId, place, state: 'mounted' }, lock: true })
  const there = atPlace(mounted, { lineId, place, side: side ?? null })
  if (!there) return
  if (there.mountedAt && there.mountedAt >= at)
    throw refuse('tools:refusals.mountedSince', { code: there.code, there: await placeWords(ctx, there) })
  await end(ctx, there, at, { reason: 'replaced' })
  await ctx.rows.update(tool, there.id, {
    state: 'removed',
    lineId: null,
    place: null,
    side: null,
    mountedAt: null,
    since: at,
  })
  await countUses(ctx, { toolIds: [there.id] })
}
/** Ends the mounting of a tool. Photos and notes are added to those of the mounting. */
async function end(ctx: Context, { id }: Tool, at: string, said: Said): Promise<void> {
  const [use] = await ctx.rows.find(toolUse, {
    where: { toolId: id, kind: 'mounted', removedAt: null },
    limit: 1,
    lock: true,
  })
  if (!use) return
  const { images, note, reason } = kept(said)
  await ctx.rows.update(toolUse, use.id, {
    removedAt: at,
    removedBy: ctx.person?.id ?? null,
    reason,
    images: [...use.images, ...images],
    note: [use.note, note].filter(Boolean).join('\n') || null,
  })
}
/** POST /tool/take_off: takes a tool off its machine. */
async function takeOff({ ctx, row, patch: change, input, occurredAt: at }: Step): Promise<Tool> {
  if (!row) throw new Error('a tool is taken off that is not there')
  mustHandle(ctx, row)
  await end(ctx, row, at, input)
  await ctx.rows.update(tool, row.id, change)
  return counted(ctx, row.id)
}
/** Recounts the used life of a tool and returns its row. */
async function counted(ctx: Context, id: string): Promise<Tool> {
  await countUses(ctx, { toolIds: [id] })
  return ctx.rows.get(tool, id)
}
/** Creates the handler of a command that does not change the used life. */
const done =
  (kind: UseKind) =>
  async ({ ctx, row, patch: change, input, occurredAt: at, person }: Step): Promise<Tool> => {
    if (!row) throw new Error('a step of a tool that is not there')
    mustHandle(ctx, row)
    await ctx.rows.insert(toolUse, {
      id: createUuid7(ctx.now.getTime()),
      toolId: row.id,
      toolKind: row.kind,
      kind,
      lineId: row.lineId,
      place: row.place,
      side: row.side,
      occurredAt: at,
      userId: person.id,
      ...kept(input),
    })
    return ctx.rows.update(tool, row.id, change)
  }

/** Handlers of all tool commands. */
export const toolSteps: HandlerEntry[] = [
  handleCommand(mountTool, mount, { first: heldToMount, row: (held) => held }),
  handleCommand(takeOffTool, takeOff),
  handleCommand(cleanTool, done('cleaned')),
  handleCommand(grindTool, done('ground')),
  handleCommand(repairTool, done('repaired')),
  handleCommand(scrapTool, done('scrapped')),
]

/** The steps of a tool's life: each is a record of it, and its figures follow. */
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
/** What any step says beside its place. */
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

/** Those who only stand at a slitter change its knives, nothing else. @throws 401 */
function mustHandle(ctx: Context, { kind }: Tool): void {
  const { person } = ctx
  if (kind === 'knife' || !person || person.isSup || person.keys.has('toolManagementWork')) return
  throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key: 'toolManagementWork' } })
}
/** Where a tool is, as a refusal says it. */
export const placeWords = async (
  ctx: Context,
  { lineId, place }: { readonly lineId: string | null; readonly place: number | null },
): Promise<string> => `${lineId ? await findRowName(ctx, 'line', lineId) : ''}${place === null ? '' : ` · ${place}`}`

/** @throws 6000 where a tool of its kind cannot be on the line: with its kind and the line */
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
/** The place is held before the tool: of two who mount there at once the second sees the first's tool. */
async function heldToMount(ctx: Context, { id, lineId }: MountInput): Promise<Tool> {
  await ctx.rows.lock(line, lineId)
  const row = await ctx.rows.lock(tool, id)
  if (row.state === 'mounted')
    throw refuse('tools:refusals.mountedThere', { code: row.code, there: await placeWords(ctx, row) })
  return row
}
/** POST /tool/mount, PUT /cut_first/cut_manage */
async function mount({ ctx, row, patch: change, input, occurredAt: at, person }: Step<MountInput>): Promise<Tool> {
  if (!row) throw new Error('a tool is mounted that is not there')
  mustHandle(ctx, row)
  assertExistedAtUse(ctx, { name: row.code, since: row.boughtOn, at, field: 'occurredAt' })
  await mustFitLine(ctx, row, input.lineId)
  const missing = placeMissing(row.kind, { place: input.place ?? null, side: input.side ?? null })
  if (missing) throw refuseInput([{ path: [missing], code: 'missing' }])
  await clearPlace(ctx, row, input, at)
  // A knife without a limit of its own has that of its slitter.
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
/** A tool of the kind that is at the place comes off: two cannot be there. Without a place nothing is known of it. */
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
/** Ends the mounting of a tool. What was said of it when it came on stays; a photo is added. */
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
/** POST /tool/take_off */
async function takeOff({ ctx, row, patch: change, input, occurredAt: at }: Step): Promise<Tool> {
  if (!row) throw new Error('a tool is taken off that is not there')
  mustHandle(ctx, row)
  await end(ctx, row, at, input)
  await ctx.rows.update(tool, row.id, change)
  return counted(ctx, row.id)
}
/** The tool with its figures counted. */
async function counted(ctx: Context, id: string): Promise<Tool> {
  await countUses(ctx, { toolIds: [id] })
  return ctx.rows.get(tool, id)
}
/** A step that is done to the tool and leaves its figures. */
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

/** Every step of a tool's life. */
export const toolSteps: HandlerEntry[] = [
  handleCommand(mountTool, mount, { first: heldToMount, row: (held) => held }),
  handleCommand(takeOffTool, takeOff),
  handleCommand(cleanTool, done('cleaned')),
  handleCommand(grindTool, done('ground')),
  handleCommand(repairTool, done('repaired')),
  handleCommand(scrapTool, done('scrapped')),
]

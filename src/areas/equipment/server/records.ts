import type { Endpoint } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { firstLevelCheck, mechanicalCheck, secondLevelCheck, teamCheck } from '../contract/check-records'
import { mainLubrication, slittingLubrication } from '../contract/lubrication'
import { electricalPartsRecord, partsRecord } from '../contract/parts-records'
import { assistRecord, detectionRecord, electricRecord, upkeepRecord } from '../contract/work-records'
import { recordProblem, type RecordFacts } from '../rules/record'

/** Every kind of record about a machine. */
export const recordResources = [
  firstLevelCheck, secondLevelCheck, electricRecord, upkeepRecord, assistRecord, detectionRecord, partsRecord, electricalPartsRecord,
  mainLubrication, slittingLubrication, teamCheck, mechanicalCheck,
] as const
type RecordResource = (typeof recordResources)[number]
/** What all kinds have in common. */
interface Input extends RecordFacts { equipmentId?: string | null; people?: string[]; planId?: string | null }

/** The same three calls for every kind. */
export const recordHandlers: HandlerEntry[] = recordResources.flatMap((resource) => [
  { endpoint: (resource.endpoints.create as Endpoint).name, run: (ctx: Context, input: Input) => addRecord(ctx, resource, input) },
  { endpoint: (resource.endpoints.update as Endpoint).name, run: (ctx: Context, input: Partial<Input> & { id: string; version: number }) => changeRecord(ctx, resource, input) },
])

async function addRecord(ctx: Context, resource: RecordResource, input: Input): Promise<unknown> {
  mustBeSound(ctx, input)
  await mustTakeRecord(ctx, input)
  const people = input.people?.length ? input.people : ctx.person ? [ctx.person.id] : []
  return ctx.rows.insert(resource as typeof firstLevelCheck, { ...input, people })
}

async function changeRecord(ctx: Context, resource: RecordResource, { id, version, ...patch }: Partial<Input> & { id: string; version: number }): Promise<unknown> {
  const before = await ctx.rows.lock(resource as typeof firstLevelCheck, id)
  const after = { ...before as unknown as Input, ...patch } as Input
  mustBeSound(ctx, after)
  if (patch.equipmentId !== undefined || patch.occurredAt !== undefined || patch.planId !== undefined) await mustTakeRecord(ctx, after)
  return ctx.rows.update(resource as typeof firstLevelCheck, id, patch as never, { version })
}

function mustBeSound(ctx: Context, record: RecordFacts): void {
  const problem = recordProblem(record, ctx.timeZone)
  if (!problem) return
  const { code, ...params } = problem
  throw refuse(`equipment:refusals.record.${code}`, params)
}

/** A discarded machine takes no record of later work; what was done before may still be entered, as phones deliver late. */
async function mustTakeRecord(ctx: Context, { equipmentId, occurredAt, planId }: Input): Promise<void> {
  if (!equipmentId) return
  const [machine] = await ctx.query<{ code: string; gone_at: string | null; plan_fits: boolean }>(
    `select e.code, $3::uuid is null or exists (select 1 from upkeep_plan p where p.site_id = $1 and p.id = $3 and p.equipment_id = e.id) as plan_fits,
       case when e.state = 'discarded' then coalesce((select max(u.occurred_at) from use_record u where u.site_id = $1 and u.equipment_id = e.id and u.state = 'discarded'), 'epoch') end as gone_at
     from equipment e where e.site_id = $1 and e.id = $2`, [ctx.site, equipmentId, planId ?? null])
  if (!machine) return // the foreign key names the field
  if (machine.gone_at && occurredAt > machine.gone_at) throw refuse('equipment:refusals.discarded', { code: machine.code })
  if (!machine.plan_fits) throw refuse('equipment:refusals.record.planOfOther')
}

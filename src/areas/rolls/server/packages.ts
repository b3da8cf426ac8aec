import { refuse } from '@/contract/errno'
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { takeNextNumber } from '@/server/crud/number-series'
import { setWriteTime } from '@/server/crud/written-rows'
import { happenedAt } from '@/plant/server/plant'
import { failedChecks } from '@/plant/server/events'
import { askQuestion } from '@/server/events'
import { columns, limit, options, sql } from '@/server/sql'
import { resolveTransition } from '@/server/resolve-transition'
import { workOrder } from '@/areas/orders/contract/work-order'
import { rollMovement } from '../contract/roll-movement'
import { rollPackage, slitRoll } from '../contract/slitting'
import type { movePackage, packageChecks, packRolls, unpackRolls } from '../contract/slitting-calls'
import { barredByHold, decidePackage, packProblem, reopenStep, unshipStep } from '../rules/package'
import { mustNotBeHeld } from './hold/hold'
import { mustBeReleased } from './release'
import { stepped } from './slit-rolls'
import { madeBy } from './slit-sets'
import type { SlitRoll } from './slit-scope'

type Package = Row<typeof rollPackage>
type Move = EndpointInput<typeof movePackage>['action']
const stepOf = (ctx: Context, row: Package | null, action: string, given: object) =>
  resolveTransition(
    ctx,
    { area: 'rolls', resource: 'package', label: row?.number ?? '', state: row?.state ?? null },
    action,
    decidePackage(row?.state ?? null, action, given as Record<string, unknown>),
  )

/** POST /rolls/package: packs weighed rolls of one order, no waste; a roll is in one package only. */
export async function pack(ctx: Context, input: EndpointInput<typeof packRolls>): Promise<Package> {
  const [known] = input.id ? await ctx.rows.find(rollPackage, { where: { id: input.id }, lock: true, limit: 1 }) : []
  const state = stepOf(ctx, known ?? null, known ? 'add' : 'open', input)
  setWriteTime(ctx, happenedAt(ctx, input.occurredAt))
  if (known) await mustNotBeHeld(ctx, known, happenedAt(ctx, input.occurredAt))
  const rolls = await lockedRolls(ctx, input.rollIds)
  const workOrderId = known?.workOrderId ?? rolls[0]!.workOrderId
  for (const roll of rolls) {
    mustBePackable(roll, workOrderId)
    await mustNotBeHeld(ctx, roll, happenedAt(ctx, input.occurredAt))
  }
  const open = known ?? (await newPackage(ctx, input.id, workOrderId!, happenedAt(ctx, input.occurredAt)))
  for (const roll of rolls)
    await ctx.rows.update(slitRoll, roll.id, {
      state: stepped(ctx, roll, 'pack', { packageId: open.id }),
      packageId: open.id,
    })
  return kept(ctx, open.id, {
    state: input.close ? 'packed' : state,
    ...(input.close ? await closedAt(ctx, happenedAt(ctx, input.occurredAt)) : {}),
  })
}
/** Returns the values of closing a package. It belongs to the shift that closes it; its number stays. */
const closedAt = async (ctx: Context, at: string): Promise<Partial<Package>> => ({
  packedAt: at,
  ...(await madeBy(ctx, at)),
})
async function lockedRolls(ctx: Context, ids: readonly string[]): Promise<SlitRoll[]> {
  const rolls: SlitRoll[] = []
  for (const id of [...new Set(ids)].sort()) rolls.push(await ctx.rows.lock(slitRoll, id))
  return rolls
}
function mustBePackable(roll: SlitRoll, workOrderId: string | null): void {
  if (roll.workOrderId !== workOrderId) throw refuse('rolls:refusals.otherOrder', { number: roll.number })
  const problem = packProblem(roll)
  if (problem) throw refuse(`rolls:refusals.${problem}`, { number: roll.number })
}
/** Creates a package. Its number, e.g. `P261120-003`, is the third package of that business date. */
async function newPackage(
  ctx: Context,
  id: string | null | undefined,
  workOrderId: string,
  at: string,
): Promise<Package> {
  const order = await ctx.rows.get(workOrder, workOrderId)
  const made = await madeBy(ctx, at)
  const day = made.businessDate.slice(2).replaceAll('-', '')
  const number = `P${day}-${String(await takeNextNumber(ctx, `package:${made.businessDate}`)).padStart(3, '0')}`
  return ctx.rows.insert(rollPackage, {
    ...(id ? { id } : {}),
    number,
    workOrderId,
    customerId: order.customerId,
    state: 'open',
    ...made,
  })
}
/** Updates a package with the number, mass and holds of its rolls. */
async function kept(ctx: Context, id: string, patch: Partial<Package>, version?: number | null): Promise<Package> {
  const [sum] = await ctx.query<{ rolls: number; kg: number | null; holds: string[] | null }>(
    `select count(*)::int as rolls, sum(kg) as kg, (select jsonb_agg(distinct h) from slit_roll r, jsonb_array_elements_text(r.holds) h where r.site_id = $1 and r.package_id = $2) as holds
     from slit_roll where site_id = $1 and package_id = $2`,
    [ctx.site, id],
  )
  return ctx.rows.update(
    rollPackage,
    id,
    { ...patch, rolls: sum?.rolls ?? 0, netKg: sum?.kg ?? null, holds: sum?.holds ?? [] },
    { version: version ?? null },
  )
}

/** POST /rolls/package_take: removes rolls from a package. */
export async function take(ctx: Context, input: EndpointInput<typeof unpackRolls>): Promise<Package> {
  const row = await ctx.rows.lock(rollPackage, input.id)
  const state = stepOf(ctx, row, 'take', input)
  const rolls = await lockedRolls(ctx, input.rollIds)
  const stranger = rolls.find((r) => r.packageId !== row.id)
  if (stranger) throw refuse('rolls:refusals.notInPackage', { number: stranger.number, package: row.number })
  await takeOut(ctx, rolls, input.reason)
  return kept(ctx, row.id, { state, packedAt: null })
}
async function takeOut(ctx: Context, rolls: readonly SlitRoll[], reason: string): Promise<void> {
  for (const roll of rolls)
    await ctx.rows.update(slitRoll, roll.id, { state: stepped(ctx, roll, 'unpack', {}), packageId: null, note: reason })
}

/** States that the rolls of a package get with it, by action. */
const rollsGoTo = { store: 'stored', unstore: 'packed', ship: 'shipped', unship: 'packed', restock: 'stored' } as const
/** Returns the state of a shipped package before shipping, from the movements of its first roll; null if it is not shipped. */
async function shippedFrom(ctx: Context, row: Package, rolls: readonly SlitRoll[]): Promise<string | null> {
  if (row.state !== 'shipped') return null
  const shipped = options(rollMovement.fields.state, 'shipped')
  const [last] = await ctx.query(
    sql`select ${columns(rollMovement, ['fromState'], 'm')} from roll_movement m
      where m.site_id = ${ctx.site} and m.roll_id = ${rolls[0]?.id ?? ''} and m.state = ${shipped} and m.from_state <> ${shipped}
      order by m.step desc ${limit(1)}`,
  )
  return last?.fromState ?? null
}

/** Actions that are allowed on an empty package. */
const ofEmpty: ReadonlySet<Move> = new Set(['unpack', 'reopen', 'remove'])
/** Returns the lifecycle action: `unship` and `reopen` map to different actions depending on the state. */
async function stepFor(ctx: Context, action: Move, row: Package, rolls: readonly SlitRoll[]): Promise<string> {
  if (action === 'unship') return unshipStep(await shippedFrom(ctx, row, rolls))
  return action === 'reopen' ? reopenStep(row.state) : action
}

/** POST /rolls/package_move: applies an action to a package. @param occurredAt moment for the hold check; now by default */
export async function move(ctx: Context, input: EndpointInput<typeof movePackage>, at?: string): Promise<Package> {
  const row = await ctx.rows.lock(rollPackage, input.id)
  const rolls = await ctx.rows.find(slitRoll, { where: { packageId: row.id }, orderBy: 'id', lock: true })
  const action = await stepFor(ctx, input.action, row, rolls)
  const state = stepOf(ctx, row, action, input)
  if (rolls.length === 0 && !ofEmpty.has(input.action))
    throw refuse('rolls:refusals.packageEmpty', { package: row.number })
  if (rolls.length > 0 && input.action === 'remove')
    throw refuse('rolls:refusals.packageNotEmpty', { package: row.number, count: rolls.length })
  if (barredByHold(input.action)) await mustNotBeHeld(ctx, row, at)
  if (input.action === 'ship') await mustBeReleased(ctx, row, rolls)
  if (input.action === 'unpack') await takeOut(ctx, rolls, input.reason ?? '')
  const goesTo = rollsGoTo[action as keyof typeof rollsGoTo]
  if (goesTo) {
    for (const roll of rolls)
      if (roll.state !== goesTo) await ctx.rows.update(slitRoll, roll.id, { state: stepped(ctx, roll, action, {}) })
  }
  return kept(
    ctx,
    row.id,
    {
      state,
      ...(input.action === 'close' ? await closedAt(ctx, at ?? ctx.now.toISOString()) : {}),
      ...(state === 'open' ? { packedAt: null, place: null } : {}),
      ...(input.grossKg != null ? { grossKg: input.grossKg } : {}),
      ...(input.place ? { place: input.place } : {}),
      ...(input.reason ? { note: input.reason } : {}),
    },
    input.version,
  )
}

/**
 * Takes a package out of stock if the command that ran at `recordedAt` stored it. Does nothing if it was stored by another
 * command, moved on or shipped.
 */
export async function undoStore(ctx: Context, id: string, recordedAt: string): Promise<void> {
  const row = await ctx.rows.lock(rollPackage, id)
  if (row.state !== 'stored') return
  const rolls = await ctx.rows.find(slitRoll, { where: { packageId: id }, orderBy: 'id', lock: true })
  const [last] = await ctx.query(
    sql`select ${columns(rollMovement, ['createdAt', 'state'], 'm')} from roll_movement m
      where m.site_id = ${ctx.site} and m.roll_id = ${rolls[0]?.id ?? ''} order by m.step desc ${limit(1)}`,
  )
  if (last?.state !== 'stored' || last.createdAt !== recordedAt) return
  const state = stepOf(ctx, row, 'undoStore', {})
  for (const roll of rolls) await ctx.rows.update(slitRoll, roll.id, { state: stepped(ctx, roll, 'unstore', {}) })
  await kept(ctx, id, { state, place: null })
}

/** GET /rolls/package_checks: rolls of a package that failed a check. */
export async function checks(
  ctx: Context,
  { id }: EndpointInput<typeof packageChecks>,
): Promise<EndpointOutput<typeof packageChecks>> {
  const rolls = await ctx.rows.find(slitRoll, { where: { packageId: id }, orderBy: 'number' })
  const failed = new Set(await askQuestion(ctx, failedChecks, { rolls }))
  return rolls.flatMap((roll) => (failed.has(roll.id) ? [{ slitRollId: roll.id, number: roll.number }] : []))
}

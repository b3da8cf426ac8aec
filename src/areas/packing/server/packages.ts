import type { LockedItem } from '@/areas/rolls/server/events'
import { refuse, refuseInput } from '@/contract/errno'
import type { EndpointInput } from '@/contract/endpoint'
import type { Row, ListQuery } from '@/contract/resource'
import type { Context } from '@/server/context'
import { takeNextNumber } from '@/server/crud/number-series'
import { setWriteTime } from '@/server/crud/written-rows'
import { resolveOccurredAt, resolveShiftAndPerson } from '@/plant/server/plant'
import { rollsWithFailedChecks } from './events'
import { askQuestion } from '@/server/events'
import { columns, limit, options, sql } from '@/server/sql'
import { resolveTransition } from '@/server/crud/state-refusal'
import { workOrder } from '@/areas/orders/contract/work-order'
import { rollMovement } from '../contract/roll-movement'
import { slitRoll } from '@/areas/slitting/contract/slitting'
import { rollPackage } from '../contract/package'
import { type runPackageAction, failedPackageChecks, packRolls, unpackRolls } from '../contract/package-endpoints'
import {
  isBlockedByHold,
  decidePackageTransition,
  packageLifecycle,
  findPackProblem,
  getReopenAction,
  getUnshipAction,
  existingPackageStates,
} from '../rules/package'
import { assertNotHeld } from '@/areas/rolls/server/queries/holds'
import { assertPackageReleased } from './release-gate'
import {
  moveRollIntoPackage,
  moveRollWithPackage,
  takeRollOutOfPackage,
  type SlitRollRow,
} from '@/areas/slitting/server/writes/packed-rolls'
import { buildKeywordCondition, findIndexedTrigrams, toSearchPattern } from '@/server/search'
import { toSearchText } from '@/contract/language'
import { customer } from '@/areas/orders/contract/customer'
import { listPage } from '@/server/crud/list'
import { toListScope } from '@/server/crud/refs'
import { handle } from '@/server/area'

type PackageRow = Row<typeof rollPackage>
type PackageAction = EndpointInput<typeof runPackageAction>['action']
const resolvePackageState = (ctx: Context, row: PackageRow | null, action: string, input: object) =>
  resolveTransition(
    ctx,
    { resource: rollPackage, lifecycle: packageLifecycle, row, label: row?.number ?? '' },
    action,
    decidePackageTransition(row?.state ?? null, action, input as Record<string, unknown>),
  )

/**
 * Answers `packageLock`: locks a package before a hold is set on it. Returns its number and the earliest moment at which
 * somebody may have begun it.
 */
export async function lockPackage(ctx: Context, { packageId }: { readonly packageId: string }): Promise<LockedItem> {
  const { number, createdAt, packedAt } = await ctx.rows.lock(rollPackage, packageId)
  const [firstRoll] = await ctx.query(
    sql<{ at: Date | null }>`select min(m.at) as at from slit_roll r
      join roll_movement m on m.site_id = r.site_id and m.roll_id = r.id::text and m.package_id = r.package_id
      where r.site_id = ${ctx.site} and r.package_id = ${packageId}`,
  )
  // A phone may have packed before it could tell the server, so the package may be older than its row.
  const moments = [createdAt, packedAt, firstRoll?.at && new Date(firstRoll.at).toISOString()]
  return { number, madeAt: moments.flatMap((moment) => moment ?? []).sort()[0] ?? null }
}

/**
 * POST /rolls/package: packs rolls of one order. Refuses rolls that are not weighed, are waste, or are already in
 * another package.
 */
export const packSlitRolls = handle(packRolls, async (ctx, input) => {
  const [existingPackage] = input.id
    ? await ctx.rows.find(rollPackage, { where: { id: input.id }, lock: true, limit: 1 })
    : []
  const state = await resolvePackageState(ctx, existingPackage ?? null, existingPackage ? 'add' : 'open', input)
  const rolls = await lockPackageRolls(ctx, input.rollIds)
  const newestDoffAt =
    rolls
      .map(({ doffedAt }) => doffedAt)
      .sort()
      .at(-1) ?? null
  const occurredAt = resolveOccurredAt(ctx, input.occurredAt, newestDoffAt)
  setWriteTime(ctx, occurredAt)
  if (existingPackage) await assertNotHeld(ctx, existingPackage, occurredAt)
  const workOrderId = existingPackage?.workOrderId ?? rolls[0]!.workOrderId
  for (const roll of rolls) {
    assertPackable(roll, workOrderId)
    await assertNotHeld(ctx, roll, occurredAt)
  }
  const openPackage = existingPackage ?? (await createPackage(ctx, input.id, workOrderId!, occurredAt))
  for (const roll of rolls) await moveRollIntoPackage(ctx, roll, openPackage.id)
  return updatePackageTotals(ctx, openPackage.id, {
    state: input.close ? 'packed' : state,
    ...(input.close ? await resolveClosingFields(ctx, occurredAt) : {}),
  })
})
/**
 * Returns the fields that closing a package sets. A package belongs to the shift that closes it, but keeps its number.
 */
const resolveClosingFields = async (ctx: Context, moment: string): Promise<Partial<PackageRow>> => ({
  packedAt: moment,
  ...(await resolveShiftAndPerson(ctx, moment)),
})
async function lockPackageRolls(ctx: Context, ids: readonly string[]): Promise<SlitRollRow[]> {
  const rolls: SlitRollRow[] = []
  for (const id of [...new Set(ids)].sort()) rolls.push(await ctx.rows.lock(slitRoll, id))
  return rolls
}
function assertPackable(roll: SlitRollRow, workOrderId: string | null): void {
  if (roll.workOrderId !== workOrderId) throw refuse('packing:refusals.otherOrder', { number: roll.number })
  const problem = findPackProblem(roll)
  if (problem) throw refuse(`packing:refusals.${problem}`, { number: roll.number })
}
/** Creates a package with the next number of the business date, e.g. `P261120-003` for the third package. */
async function createPackage(
  ctx: Context,
  id: string | null | undefined,
  workOrderId: string,
  moment: string,
): Promise<PackageRow> {
  const order = await ctx.rows.get(workOrder, workOrderId)
  const shiftFields = await resolveShiftAndPerson(ctx, moment)
  const day = shiftFields.businessDate.slice(2).replaceAll('-', '')
  const number = `P${day}-${String(await takeNextNumber(ctx, `package:${shiftFields.businessDate}`)).padStart(3, '0')}`
  return ctx.rows.insert(rollPackage, {
    ...(id ? { id } : {}),
    number,
    workOrderId,
    customerId: order.customerId,
    state: 'open',
    ...shiftFields,
  })
}
/** PUT /rolls/package: changes a package. */
export const changePackage = handle(rollPackage.endpoints.update, async (ctx, { id, version, ...patch }) => {
  const row = await ctx.rows.lock(rollPackage, id)
  if (patch.grossKg !== undefined) assertNotBelowNet(ctx, patch.grossKg, row.netKg)
  return ctx.rows.update(rollPackage, id, patch, { version })
})
/** @throws 4013 with the net mass if the gross mass is less */
function assertNotBelowNet(ctx: Context, grossKg: number | null, netKg: number | null): void {
  if (grossKg === null || netKg === null || grossKg >= netKg) return
  const other = ctx.t('packing:package.fields.netKg')
  throw refuseInput([{ path: ['grossKg'], code: 'belowOther', params: { other, value: netKg } }])
}
/** Updates a package with the number, mass and holds of its rolls. */
async function updatePackageTotals(
  ctx: Context,
  id: string,
  patch: Partial<PackageRow>,
  version?: number | null,
): Promise<PackageRow> {
  const [totals] = await ctx.query(
    sql<{
      rolls: number
      kg: number | null
      holds: string[] | null
    }>`select count(*)::int as rolls, sum(kg) as kg, (select jsonb_agg(distinct h) from slit_roll r, jsonb_array_elements_text(r.holds) h where r.site_id = ${ctx.site} and r.package_id = ${id}) as holds
     from slit_roll where site_id = ${ctx.site} and package_id = ${id}`,
  )
  return ctx.rows.update(
    rollPackage,
    id,
    { ...patch, rolls: totals?.rolls ?? 0, netKg: totals?.kg ?? null, holds: totals?.holds ?? [] },
    { version: version ?? null },
  )
}

/** POST /rolls/package_take: removes rolls from a package. */
export const unpackSlitRolls = handle(unpackRolls, async (ctx, input) => {
  const row = await ctx.rows.lock(rollPackage, input.id)
  const state = await resolvePackageState(ctx, row, 'take', input)
  const rolls = await lockPackageRolls(ctx, input.rollIds)
  const foreignRoll = rolls.find((roll) => roll.packageId !== row.id)
  if (foreignRoll) throw refuse('packing:refusals.notInPackage', { number: foreignRoll.number, package: row.number })
  await removeFromPackage(ctx, rolls, input.reason)
  return updatePackageTotals(ctx, row.id, { state, packedAt: null })
})
async function removeFromPackage(ctx: Context, rolls: readonly SlitRollRow[], reason: string): Promise<void> {
  for (const roll of rolls) await takeRollOutOfPackage(ctx, roll, reason)
}

/** State that an action on a package gives to the rolls in the package. */
const ROLL_STATE_BY_ACTION = {
  store: 'stored',
  unstore: 'packed',
  ship: 'shipped',
  unship: 'packed',
  restock: 'stored',
} as const
/**
 * Returns the state of a package before it was shipped, from the movements of its first roll; null if it is not
 * shipped.
 */
async function findStateBeforeShipping(
  ctx: Context,
  row: PackageRow,
  rolls: readonly SlitRollRow[],
): Promise<string | null> {
  if (row.state !== 'shipped') return null
  const shipped = options(rollMovement.fields.state, 'shipped')
  const [lastMovement] = await ctx.query(
    sql`select ${columns(rollMovement, ['fromState'], 'm')} from roll_movement m
      where m.site_id = ${ctx.site} and m.roll_id = ${rolls[0]?.id ?? ''} and m.state = ${shipped} and m.from_state <> ${shipped}
      order by m.step desc ${limit(1)}`,
  )
  return lastMovement?.fromState ?? null
}

/** Actions that are allowed on an empty package. */
const EMPTY_PACKAGE_ACTIONS: ReadonlySet<PackageAction> = new Set(['unpack', 'reopen', 'remove'])
/** Returns the lifecycle action: `unship` and `reopen` map to different actions depending on the state. */
async function resolveLifecycleAction(
  ctx: Context,
  action: PackageAction,
  row: PackageRow,
  rolls: readonly SlitRollRow[],
): Promise<string> {
  if (action === 'unship') return getUnshipAction(await findStateBeforeShipping(ctx, row, rolls))
  return action === 'reopen' ? getReopenAction(row.state) : action
}

/**
 * POST /rolls/package_move: applies an action to a package.
 * @param occurredAt moment of the action, at which holds are checked; now by default
 */
export async function applyPackageAction(
  ctx: Context,
  input: EndpointInput<typeof runPackageAction>,
  occurredAt?: string,
): Promise<PackageRow> {
  const row = await ctx.rows.lock(rollPackage, input.id)
  const rolls = await ctx.rows.find(slitRoll, { where: { packageId: row.id }, orderBy: 'id', lock: true })
  const lifecycleAction = await resolveLifecycleAction(ctx, input.action, row, rolls)
  const state = await resolvePackageState(ctx, row, lifecycleAction, input)
  if (rolls.length === 0 && !EMPTY_PACKAGE_ACTIONS.has(input.action))
    throw refuse('packing:refusals.packageEmpty', { package: row.number })
  if (rolls.length > 0 && input.action === 'remove')
    throw refuse('packing:refusals.packageNotEmpty', { package: row.number, count: rolls.length })
  if (isBlockedByHold(input.action)) await assertNotHeld(ctx, row, occurredAt)
  if (input.action === 'ship') await assertPackageReleased(ctx, row, rolls)
  if (input.action === 'unpack') await removeFromPackage(ctx, rolls, input.reason ?? '')
  // After `unpack` the package is empty, so its net mass sets no lower limit.
  if (input.grossKg != null && input.action !== 'unpack') assertNotBelowNet(ctx, input.grossKg, row.netKg)
  const rollState = ROLL_STATE_BY_ACTION[lifecycleAction as keyof typeof ROLL_STATE_BY_ACTION]
  if (rollState) {
    for (const roll of rolls) if (roll.state !== rollState) await moveRollWithPackage(ctx, roll, lifecycleAction)
  }
  return updatePackageTotals(
    ctx,
    row.id,
    {
      state,
      ...(input.action === 'close' ? await resolveClosingFields(ctx, occurredAt ?? ctx.now.toISOString()) : {}),
      ...(state === 'open' ? { packedAt: null, place: null } : {}),
      ...(input.grossKg != null ? { grossKg: input.grossKg } : {}),
      ...(input.place ? { place: input.place } : {}),
      ...(input.reason ? { note: input.reason } : {}),
    },
    input.version,
  )
}

/**
 * Takes a package out of stock if the command that ran at `recordedAt` stored the package. Does nothing if another
 * command stored the package, or if it was moved or shipped later.
 */
export async function undoPackageStore(ctx: Context, id: string, recordedAt: string): Promise<void> {
  const row = await ctx.rows.lock(rollPackage, id)
  if (row.state !== 'stored') return
  const rolls = await ctx.rows.find(slitRoll, { where: { packageId: id }, orderBy: 'id', lock: true })
  const [lastMovement] = await ctx.query(
    sql`select ${columns(rollMovement, ['createdAt', 'state'], 'm')} from roll_movement m
      where m.site_id = ${ctx.site} and m.roll_id = ${rolls[0]?.id ?? ''} order by m.step desc ${limit(1)}`,
  )
  if (lastMovement?.state !== 'stored' || lastMovement.createdAt !== recordedAt) return
  const state = await resolvePackageState(ctx, row, 'undoStore', {})
  for (const roll of rolls) await moveRollWithPackage(ctx, roll, 'unstore')
  await updatePackageTotals(ctx, id, { state, place: null })
}

/** GET /rolls/package_checks: rolls of a package that failed a check. */
export const listFailedChecks = handle(failedPackageChecks, async (ctx, { id }) => {
  const rolls = await ctx.rows.find(slitRoll, { where: { packageId: id }, orderBy: 'number' })
  const failedIds = new Set(await askQuestion(ctx, rollsWithFailedChecks, { rolls }))
  return rolls.flatMap((roll) => (failedIds.has(roll.id) ? [{ slitRollId: roll.id, number: roll.number }] : []))
})

/** Maximum number of orders and of customers that a keyword search takes into account. */
const MAX_KEYWORD_MATCHES = 500
/**
 * GET /rolls/package. A keyword also matches order, customer and rolls of a package. Removed packages are listed only
 * if the request asks for their id or state.
 */
export const listRollPackages = handle(rollPackage.endpoints.list, async (ctx, { keyword, ...filters }) => {
  const input: ListQuery =
    filters.id || filters['state'] ? filters : { ...filters, state: existingPackageStates.join(',') }
  const pattern = toSearchPattern(keyword)
  if (pattern === null) return listPage(toListScope(ctx), rollPackage, input)
  const keywordQuery = { keyword, size: MAX_KEYWORD_MATCHES } as ListQuery
  const [orders, customers, packageTrigrams, rollTrigrams] = await Promise.all([
    listPage(toListScope(ctx), workOrder, keywordQuery),
    listPage(toListScope(ctx), customer, keywordQuery),
    findIndexedTrigrams(ctx, rollPackage, keyword),
    findIndexedTrigrams(ctx, slitRoll, keyword),
  ])
  const searchText = toSearchText(String(keyword))
  const matchingOrders = orders.list.filter(({ number }) => toSearchText(number).includes(searchText))
  return listPage(toListScope(ctx), rollPackage, input, (values) => {
    // The site is `$1`, so the first of the values is `$2`.
    const addParameter = (value: unknown) => `$${values.push(value) + 1}`
    const packageCondition = buildKeywordCondition(rollPackage, String(keyword), addParameter, ctx.t, packageTrigrams)
    const rollCondition = buildKeywordCondition(slitRoll, String(keyword), addParameter, ctx.t, rollTrigrams)
    const buildAnyIdSql = (rows: readonly { id: string }[]) => `any(${addParameter(rows.map(({ id }) => id))}::uuid[])`
    // Each of the four conditions has an index. PostgreSQL could not combine these indexes if the last condition were
    // `in (select …)`.
    const anyPackedIdSql = `any(array(select package_id from slit_roll where site_id = $1 and package_id is not null and ${rollCondition}))`
    return `(${packageCondition} or work_order_id = ${buildAnyIdSql(matchingOrders)} or customer_id = ${buildAnyIdSql(customers.list)} or id = ${anyPackedIdSql})`
  })
})

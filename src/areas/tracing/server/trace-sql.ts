/** SQL of a trace. Its levels, from material to customer, are the columns of the plant's material flow. */
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slitRoll } from '@/areas/slitting/contract/slitting'
import { columns, joinSql, limit, options, Sql, sql } from '@/server/sql'
import type { Language } from '@/contract/language'
import { buildLotNodesSql } from '@/areas/feeding/server/queries/lots'
import {
  buildCustomersOfOrdersSql,
  buildErpLinesReferencingOrdersSql,
  buildErpLinesReferencedByOrdersSql,
  buildOrderNodesSql,
  buildOrdersOfErpSql,
  buildPagedOrdersSql,
} from '@/areas/orders/server/queries/trace-sql'
import { buildPackedSql, buildPelletJumbosSql } from '@/areas/tracing/server/reach-sql'
import { slitJumboStates, takenBackJumboStates } from '@/areas/rolls/rules/jumbo-roll'
import type { LotInPelletsTrace } from './pellets/trace-pellets'
import { reworkedSlitStates, takenBackSlitStates } from '@/areas/slitting/rules/slit-roll'
import { traceKinds } from '../contract/trace'
import { buildJumboKgSql } from '@/areas/rolls/server/queries/mass-sql'

export type TraceNodeKind = (typeof traceKinds)[number]
interface TraceLink {
  id: string | null
  kg?: number | null
}
/**
 * A row of a trace, with links to the rows from which it was made (`parents`) and to those made from it (`children`).
 */
export interface TraceRow {
  id: string
  label: string
  at: string | null
  kg: number | null
  state: string | null
  grade: string | null
  line: string | null
  note: string | null
  /** Only for jumbos. */
  unknownKg?: number | null
  parents: TraceLink[]
  children: TraceLink[]
}
/** Returns the level of a kind: 0 for material lots, rising towards the customer. */
export const getTraceLevel = (kind: TraceNodeKind): number => traceKinds.indexOf(kind)
/** Maximum number of displayed nodes by kind. Further nodes are only counted. */
export const MAX_NODES_BY_KIND: Readonly<Record<TraceNodeKind, number>> = {
  materialLot: 300,
  jumboRoll: 600,
  slitSet: 600,
  slitRoll: 1000,
  package: 600,
  workOrder: 400,
  erpOrder: 300,
  customer: 200,
}

/** Approximate number of slit rolls of the orders on one page. An order with more rolls has a separate page. */
const ROLLS_PER_PAGE = 800
/** Number of rolls that each order counts in addition to its own, so that orders without rolls fill pages too. */
const MIN_ORDER_ROLLS = 20
/**
 * Weights by which the orders of a customer are divided into pages, because one answer cannot contain all orders. Each
 * order counts with its stored number of rolls.
 */
const PAGE_WEIGHT = { page: ROLLS_PER_PAGE, order: MIN_ORDER_ROLLS }

/**
 * Maximum number of displayed jumbos that contain a lot through pellets, largest amounts first. The recall list has
 * all.
 */
const MAX_JUMBOS_BY_PELLETS = 60
const HIDDEN_JUMBOS_SQL = sql`(select count(*)::int from pellet_jumbos where (is_listed or kg > 0) and id not in (select id from jumbo_roll_ids))`
const PELLETS_KG_SQL = sql`coalesce(kg, 0) + coalesce(unrecorded_kg, 0)`

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)
/** Builds the name of the common table expression with the ids of a kind. */
const buildIdsNameSql = (kind: TraceNodeKind): Sql => new Sql([`${toSnakeCase(kind)}_ids`])
const buildIdArraySql = (kind: TraceNodeKind): Sql => sql`array(select id from ${buildIdsNameSql(kind)})`
const TAKEN_BACK_JUMBO_STATES = options(jumboRoll.fields.state, ...takenBackJumboStates)
/**
 * Builds the query of the slit rolls whose `column` is in `ids`. Slit rolls are the largest table, so the query reads
 * each roll once with all columns that other levels need.
 */
const buildRollSql = (siteId: number, column: Sql, ids: Sql): Sql =>
  sql`select id, jumbo_roll_id, slit_set_id, package_id, work_order_id, doffed_at, number, kg, state from slit_roll where site_id = ${siteId} and ${column} = any(${ids})`
/** Builds an array of rolls with their rework ancestors and, if `withDescendants`, their rework descendants. */
const buildFamilySql = (siteId: number, ids: Sql, withDescendants: boolean): Sql => {
  const ancestors = sql`made_of(id) as (select s.id from (${ids}) s(id) union select c.reworked_from_id from slit_roll c join made_of f on c.id = f.id where c.site_id = ${siteId} and c.reworked_from_id is not null)`
  if (!withDescendants) return sql`array(with recursive ${ancestors} select id from made_of)`
  const descendants = sql`became(id) as (select s.id from (${ids}) s(id) union select c.id from slit_roll c join became f on c.reworked_from_id = f.id where c.site_id = ${siteId} and c.reworked_from_id is not null)`
  return sql`array(with recursive ${ancestors}, ${descendants} select id from made_of union select id from became)`
}
const NOT_TAKEN_BACK_SQL = sql` and state not in (${options(slitRoll.fields.state, ...takenBackSlitStates)})`
/**
 * SQL of the kilograms of all rolls. Reworked rolls do not count, because their mass is in the rolls made from them.
 */
const ROLLS_KG_SQL = sql`(select sum(kg) from slit_roll_ids where state not in (${options(slitRoll.fields.state, ...reworkedSlitStates)}))`

/** The start of a trace: one row, with the options of the trace. */
interface TraceStart {
  readonly siteId: number
  readonly kind: TraceNodeKind
  readonly id: string
  /** Page of a customer's orders that is traced further, from 1; see `isPaged`. */
  readonly page: number
  /**
   * Pellets that can contain the lot from which the trace starts. The trace ignores pellets if this is null or has no
   * hits.
   */
  readonly pellets: LotInPelletsTrace | null
}
/**
 * Builds the id query of each level: up from the start to the lots, down to the customer. A query may use the ids of
 * the levels that come before it in `LEVEL_ORDER`. With `= any(array(…))` the planner looks up each id by index; with
 * `in (select …)` it would scan a million slit rolls.
 */
function buildIdQueries({ siteId, kind, id, page, pellets }: TraceStart): Record<TraceNodeKind, Sql> {
  const startLevel = getTraceLevel(kind)
  const startIds = sql`${[id]}::uuid[]`
  const startSql = sql`select unnest(${startIds}) as id`
  const chooseByDirection = (level: TraceNodeKind, upwardsSql: Sql, downwardsSql: Sql) => {
    if (level === kind) return startSql
    return getTraceLevel(level) < startLevel ? upwardsSql : downwardsSql
  }
  const buildRollColumnSql = (columnName: string) => {
    const column = new Sql([columnName])
    return sql`select distinct ${column} as id from slit_roll_ids where ${column} is not null`
  }
  const [orderIds, jumboIds] = [buildIdArraySql('workOrder'), buildIdArraySql('jumboRoll')]
  const jumbosByPellets = pellets
    ? sql` union (select id from by_pellets where ${PELLETS_KG_SQL} >= ${pellets.traceKg} order by ${PELLETS_KG_SQL} desc, id ${limit(MAX_JUMBOS_BY_PELLETS)})`
    : sql``
  const jumbosOfOrders =
    startLevel >= getTraceLevel('workOrder')
      ? sql` union select id from jumbo_roll where site_id = ${siteId} and work_order_id = any(${orderIds}) and state not in (${TAKEN_BACK_JUMBO_STATES})`
      : sql``
  return {
    workOrder: chooseByDirection(
      'workOrder',
      kind === 'erpOrder'
        ? buildOrdersOfErpSql(siteId, startIds)
        : sql`select id from customer_orders where page = least(${page}, (select max(page) from customer_orders))`,
      kind === 'package'
        ? sql`select distinct work_order_id as id from package where site_id = ${siteId} and id = any(${startIds})`
        : kind === 'materialLot' || kind === 'jumboRoll'
          ? sql`${buildRollColumnSql('work_order_id')} union select work_order_id from jumbo_roll where site_id = ${siteId} and id = any(${jumboIds})${kind === 'materialLot' ? sql` union select work_order_id from packed_orders` : sql``}`
          : buildRollColumnSql('work_order_id'),
    ),
    package: chooseByDirection(
      'package',
      sql`select id from package where site_id = ${siteId} and work_order_id = any(${orderIds})`,
      buildRollColumnSql('package_id'),
    ),
    slitRoll:
      kind === 'slitRoll'
        ? buildRollSql(siteId, sql`id`, buildFamilySql(siteId, sql`select unnest(${startIds})`, true))
        : chooseByDirection(
            'slitRoll',
            sql`${
              kind === 'package'
                ? buildRollSql(
                    siteId,
                    sql`id`,
                    buildFamilySql(
                      siteId,
                      sql`select id from slit_roll where site_id = ${siteId} and package_id = any(${startIds})`,
                      false,
                    ),
                  )
                : buildRollSql(siteId, sql`work_order_id`, orderIds)
            }${NOT_TAKEN_BACK_SQL}`,
            sql`${
              kind === 'slitSet'
                ? buildRollSql(siteId, sql`slit_set_id`, startIds)
                : buildRollSql(siteId, sql`jumbo_roll_id`, jumboIds)
            }${NOT_TAKEN_BACK_SQL}${kind === 'materialLot' ? sql` union ${buildRollSql(siteId, sql`id`, sql`array(select id from packed_slit_ids)`)}` : sql``}`,
          ),
    slitSet: chooseByDirection('slitSet', buildRollColumnSql('slit_set_id'), buildRollColumnSql('slit_set_id')),
    jumboRoll: chooseByDirection(
      'jumboRoll',
      kind === 'slitSet'
        ? sql`select jumbo_roll_id as id from slit_set where site_id = ${siteId} and id = any(${startIds})`
        : sql`${buildRollColumnSql('jumbo_roll_id')}${jumbosOfOrders}`,
      // A trace starts from one lot, so a plain condition is enough. It uses the index on lots, which a join does not.
      sql`select id from jumbo_roll where site_id = ${siteId} and state not in (${TAKEN_BACK_JUMBO_STATES}) and lots @> jsonb_build_array(jsonb_build_object('lotId', ${id}::text))${jumbosByPellets}${kind === 'materialLot' ? sql` union select id from packed_jumbo_ids` : sql``}`,
    ),
    materialLot: chooseByDirection(
      'materialLot',
      sql`select distinct (lot->>'lotId')::uuid as id from jumbo_roll, jsonb_array_elements(lots) lot where site_id = ${siteId} and id = any(${jumboIds}) and lot->>'lotId' is not null`,
      startSql,
    ),
    erpOrder: chooseByDirection(
      'erpOrder',
      buildErpLinesReferencingOrdersSql(siteId, orderIds),
      buildErpLinesReferencedByOrdersSql(siteId, orderIds),
    ),
    customer: chooseByDirection('customer', startSql, buildCustomersOfOrdersSql(siteId, orderIds)),
  }
}
/** Builds the query of the nodes of each kind as `TraceRow`, with labels in the reader's language. */
const buildNodeQueries = (language: Language): Readonly<Record<TraceNodeKind, Sql>> => ({
  materialLot: buildLotNodesSql(language),
  jumboRoll: sql`select t.id, coalesce(t.number, '') as label, t.doffed_at as at, ${buildJumboKgSql('t')} as kg, t.state, t.grade, t.line_id as line, null as note, ${columns(jumboRoll, ['unknownKg'], 't')}, (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'kg', p.kg)), '[]') from (select lot->>'lotId' as id, sum((lot->>'kg')::numeric) as kg from jsonb_array_elements(t.lots) lot where lot->>'lotId' is not null group by 1) p) as parents,
    case when t.state in (${options(jumboRoll.fields.state, ...slitJumboStates)}) then '[]'::jsonb else jsonb_build_array(jsonb_build_object('id', t.work_order_id)) end as children from jumbo_roll t`,
  slitSet: sql`select t.id, t.set_number::text as label, t.doffed_at as at, t.kg, t.state, null as grade, t.slitter_id as line, (select j.number from jumbo_roll j where j.site_id = t.site_id and j.id = t.jumbo_roll_id) as note, jsonb_build_array(jsonb_build_object('id', t.jumbo_roll_id)) as parents, '[]'::jsonb as children from slit_set t`,
  slitRoll: sql`select t.id, t.number as label, t.doffed_at as at, t.kg, t.state, t.grade, t.slitter_id as line, null as note, jsonb_build_array(jsonb_build_object('id', coalesce(t.reworked_from_id, t.slit_set_id))) as parents,
    case when t.state = ${options(slitRoll.fields.state, 'reworked')} then (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'kg', c.kg)), '[]') from slit_roll c where c.site_id = t.site_id and c.reworked_from_id = t.id)
      else jsonb_build_array(jsonb_build_object('id', coalesce(t.package_id, t.work_order_id), 'kg', t.kg)) end as children from slit_roll t`,
  package: sql`select t.id, t.number as label, t.packed_at as at, t.net_kg as kg, t.state, null as grade, null::uuid as line, t.place as note, '[]'::jsonb as parents, jsonb_build_array(jsonb_build_object('id', t.work_order_id, 'kg', t.net_kg)) as children from package t`,
  ...buildOrderNodesSql(language),
})

/** Returns true if a trace displays the orders page by page. */
export const isPaged = (kind: TraceNodeKind, direction: 'both' | 'up' | 'down'): boolean =>
  kind === 'customer' && direction !== 'down'

/** Order of the common table expressions: each level comes after the levels it refers to. */
const LEVEL_ORDER: Readonly<Record<'up' | 'down', readonly TraceNodeKind[]>> = {
  up: ['workOrder', 'erpOrder', 'package', 'slitRoll', 'slitSet', 'jumboRoll', 'materialLot'],
  down: ['jumboRoll', 'slitRoll', 'slitSet', 'package', 'workOrder', 'erpOrder', 'customer'],
}
/**
 * Builds one SQL statement for the whole tree of a start, or for one page of a customer's tree (see `isPaged`). The
 * result has one row per kind with the count, the kg and the first nodes as JSON. If a lot is followed through pellets,
 * the row of the jumbos has the number of hidden jumbos.
 */
export function buildTraceSql<R extends object>(
  start: TraceStart,
  direction: 'both' | 'up' | 'down',
  language: Language,
): Sql<R> {
  const { siteId, kind } = start
  const pellets = start.pellets?.hits.length ? start.pellets : null
  const nodeQueries = buildNodeQueries(language)
  const startLevel = getTraceLevel(kind)
  const displayedKinds = traceKinds.filter(
    (levelKind) =>
      levelKind === kind || (getTraceLevel(levelKind) < startLevel ? direction !== 'down' : direction !== 'up'),
  )
  const idQueries = buildIdQueries({ ...start, pellets })
  // Includes levels above the start that are not displayed, because the other levels may use their ids.
  const levelKinds = [
    kind,
    ...LEVEL_ORDER.up.filter((levelKind) => getTraceLevel(levelKind) < startLevel),
    ...LEVEL_ORDER.down.filter((levelKind) => getTraceLevel(levelKind) > startLevel),
  ].filter((levelKind) => displayedKinds.includes(levelKind) || getTraceLevel(levelKind) < startLevel)
  const hasPages = isPaged(kind, direction)
  const customerOrders = buildPagedOrdersSql(siteId, sql`${[start.id]}::uuid[]`, PAGE_WEIGHT)
  const ctes = [
    ...(pellets ? [buildPelletJumbosSql(siteId, pellets, pellets.traceKg)] : []),
    ...(kind === 'materialLot' ? [buildPackedSql(start)] : []),
    ...(hasPages ? [sql`customer_orders as materialized (${customerOrders})`] : []),
    ...levelKinds.map((levelKind) => sql`${buildIdsNameSql(levelKind)} as materialized (${idQueries[levelKind]})`),
  ]
  const rows = displayedKinds.map((levelKind) => {
    const maxNodes = limit(MAX_NODES_BY_KIND[levelKind])
    const isPagedLevel = hasPages && levelKind === 'workOrder'
    const firstRolls = levelKind === 'slitRoll' ? sql` order by doffed_at, number ${maxNodes}` : sql``
    const nodes = sql`${nodeQueries[levelKind]} where t.site_id = ${siteId} and t.id = any(array(select id from ${buildIdsNameSql(levelKind)}${firstRolls}))`
    const pages = isPagedLevel ? sql`(select coalesce(max(page), 1) from customer_orders)` : sql`null::int`
    const kg = levelKind === 'slitRoll' ? ROLLS_KG_SQL : sql`null::numeric`
    const hidden = pellets && levelKind === 'jumboRoll' ? HIDDEN_JUMBOS_SQL : sql`null::int`
    // Nodes are sorted by time (column 3), then by label (column 2).
    return sql`select ${new Sql([`'${levelKind}'`])} as kind, (select count(*)::int from ${isPagedLevel ? sql`customer_orders` : buildIdsNameSql(levelKind)}) as total, ${pages} as pages, ${kg} as kg, ${hidden} as hidden, (select coalesce(jsonb_agg(to_jsonb(n)), '[]') from (${nodes} order by 3 nulls last, 2 ${maxNodes}) n) as nodes`
  })
  return sql<R>`with ${joinSql(ctes)} ${joinSql(rows, ' union all ')}`
}

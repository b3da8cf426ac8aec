/** SQL of a trace. Its levels, from material to customer, are the columns of the plant's material flow. */
import { jumboRoll } from '../contract/jumbo-roll'
import { slitRoll } from '../contract/slitting'
import { columns, options } from '@/server/sql'
import type { Language } from '@/contract/language'
import { buildLotNodesSql } from '@/areas/feeding/server/queries/lots'
import {
  buildCustomersOfOrdersSql,
  buildErpLinesOfOrdersSql,
  buildErpOfOrdersSql,
  buildOrderNodesSql,
  buildOrdersOfErpSql,
  buildPagedOrdersSql,
} from '@/areas/orders/server/queries/trace-sql'
import { toSqlLiterals } from '@/server/crud/statements'
import { slitJumboStates, takenBackJumboStates } from '../rules/jumbo-roll'
import { pelletJumbosSql } from './pellets/find-pellet-hits'
import { reworkedSlitStates, takenBackSlitStates } from '../rules/slit-roll'
import { traceKinds } from '../contract/trace'

export type TraceNodeKind = (typeof traceKinds)[number]
/** Returns the level of a kind: 0 for material lots, rising towards the customer. */
export const getTraceLevel = (kind: TraceNodeKind): number => traceKinds.indexOf(kind)
/** Maximum of displayed nodes by kind; further nodes are only counted. */
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

/** Approximate number of slit rolls behind one page of a customer's orders; an order with more rolls has a page of its own. */
const ROLLS_PER_PAGE = 800
/** Rolls added per order when filling a page, so that orders without rolls fill pages too. */
const MIN_ORDER_ROLLS = 20
/**
 * Pages of a customer's orders, newest first, sized by the roll counts stored in the orders. Only the orders of page `$3` are
 * traced further, since a long-standing customer has too many orders for one answer.
 */
const CUSTOMER_ORDERS_SQL = buildPagedOrdersSql('$2', { page: ROLLS_PER_PAGE, order: MIN_ORDER_ROLLS })

/** Maximum of displayed jumbos that hold a lot through pellets, largest amounts first. The recall list has all jumbos. */
const MAX_JUMBOS_BY_PELLETS = 60
const HIDDEN_JUMBOS_SQL = '(select count(*)::int from by_pellets where id <> all(array(select id from jumbo_roll_ids)))'
const PELLETS_KG_SQL = 'coalesce(kg, 0) + coalesce(unrecorded_kg, 0)'

const buildIdArraySql = (name: string): string => `array(select id from ${name}_ids)`
/** Slit rolls are the largest table: each is read once, with the columns that the other levels need. */
const buildRollSql = (column: string, ids: string): string =>
  `select id, jumbo_roll_id, slit_set_id, package_id, work_order_id, doffed_at, number, kg, state from slit_roll where site_id = $1 and ${column} = any(${ids})`
/** Rolls with their rework ancestors and, if `down`, their rework descendants. */
const buildFamilySql = (ids: string, withDescendants: boolean): string => {
  const buildWalkSql = (name: string, join: string, parentColumn: string) =>
    `${name}(id) as (select s.id from (${ids}) s(id) union select ${parentColumn} from slit_roll c join ${name} f on ${join} where c.site_id = $1 and c.reworked_from_id is not null)`
  return `array(with recursive ${buildWalkSql('made_of', 'c.id = f.id', 'c.reworked_from_id')}${withDescendants ? `, ${buildWalkSql('became', 'c.reworked_from_id = f.id', 'c.id')}` : ''} select id from made_of${withDescendants ? ' union select id from became' : ''})`
}
const NOT_TAKEN_BACK_SQL = ` and state not in (${toSqlLiterals(takenBackSlitStates)})`
/** Kilograms of rolls, each counted once: the mass of a reworked roll is in the rolls made from it. */
const ROLLS_KG_SQL = `(select sum(kg) from slit_roll_ids where state not in (${toSqlLiterals(reworkedSlitStates)}))`

/**
 * Builds the id queries of each level reached from the start (`$2`, ids of one kind): upwards through children, downwards
 * through parents. `= any(array(…))` instead of `in (select …)` makes the planner look up each id by index instead of scanning
 * a million slit rolls.
 */
function buildIdQueries(kind: TraceNodeKind, byPellets: boolean): Record<TraceNodeKind, string> {
  const startLevel = getTraceLevel(kind)
  const startSql = 'select unnest($2::uuid[]) as id'
  const chooseByDirection = (level: TraceNodeKind, upwardsSql: string, downwardsSql: string) =>
    level === kind ? startSql : getTraceLevel(level) < startLevel ? upwardsSql : downwardsSql
  const buildRollColumnSql = (column: string) =>
    `select distinct ${column} as id from slit_roll_ids where ${column} is not null`
  return {
    workOrder: chooseByDirection(
      'workOrder',
      kind === 'erpOrder'
        ? buildOrdersOfErpSql('$2')
        : 'select id from customer_orders where page = least($3, (select max(page) from customer_orders))',
      kind === 'package'
        ? `select distinct work_order_id as id from package where site_id = $1 and id = any($2)`
        : kind === 'materialLot' || kind === 'jumboRoll'
          ? `${buildRollColumnSql('work_order_id')} union select work_order_id from jumbo_roll where site_id = $1 and id = any(${buildIdArraySql('jumbo_roll')})`
          : buildRollColumnSql('work_order_id'),
    ),
    package: chooseByDirection(
      'package',
      `select id from package where site_id = $1 and work_order_id = any(${buildIdArraySql('work_order')})`,
      buildRollColumnSql('package_id'),
    ),
    slitRoll:
      kind === 'slitRoll'
        ? buildRollSql('id', buildFamilySql('select unnest($2::uuid[])', true))
        : chooseByDirection(
            'slitRoll',
            (kind === 'package'
              ? buildRollSql(
                  'id',
                  buildFamilySql('select id from slit_roll where site_id = $1 and package_id = any($2)', false),
                )
              : buildRollSql('work_order_id', buildIdArraySql('work_order'))) + NOT_TAKEN_BACK_SQL,
            (kind === 'slitSet'
              ? buildRollSql('slit_set_id', '$2')
              : buildRollSql('jumbo_roll_id', buildIdArraySql('jumbo_roll'))) + NOT_TAKEN_BACK_SQL,
          ),
    slitSet: chooseByDirection('slitSet', buildRollColumnSql('slit_set_id'), buildRollColumnSql('slit_set_id')),
    jumboRoll: chooseByDirection(
      'jumboRoll',
      kind === 'slitSet'
        ? `select jumbo_roll_id as id from slit_set where site_id = $1 and id = any($2)`
        : `${buildRollColumnSql('jumbo_roll_id')}${startLevel >= getTraceLevel('workOrder') ? ` union select id from jumbo_roll where site_id = $1 and work_order_id = any(${buildIdArraySql('work_order')}) and state not in (${toSqlLiterals(takenBackJumboStates)})` : ''}`,
      // A trace starts from one lot. A plain condition uses the index on lots; a join does not.
      `select id from jumbo_roll where site_id = $1 and state not in (${toSqlLiterals(takenBackJumboStates)}) and lots @> jsonb_build_array(jsonb_build_object('lotId', ($2::uuid[])[1]::text))${byPellets ? ` union (select id from by_pellets where ${PELLETS_KG_SQL} >= $10 order by ${PELLETS_KG_SQL} desc, id limit ${MAX_JUMBOS_BY_PELLETS})` : ''}`,
    ),
    materialLot: chooseByDirection(
      'materialLot',
      `select distinct (lot->>'lotId')::uuid as id from jumbo_roll, jsonb_array_elements(lots) lot where site_id = $1 and id = any(${buildIdArraySql('jumbo_roll')}) and lot->>'lotId' is not null`,
      startSql,
    ),
    erpOrder: chooseByDirection(
      'erpOrder',
      buildErpLinesOfOrdersSql(buildIdArraySql('work_order')),
      buildErpOfOrdersSql(buildIdArraySql('work_order')),
    ),
    customer: chooseByDirection('customer', startSql, buildCustomersOfOrdersSql(buildIdArraySql('work_order'))),
  }
}
/** Builds the node queries of each kind in the reader's language: label, values, sources (`parents`) and results (`children`), with kg where known. */
const buildNodeQueries = (language: Language): Readonly<Record<TraceNodeKind, string>> => ({
  materialLot: buildLotNodesSql(language),
  jumboRoll: `select t.id, coalesce(t.number, '') as label, t.doffed_at as at, coalesce(t.net_kg, t.expected_kg) as kg, t.state, t.grade, t.line_id as line, null as note, ${columns(jumboRoll, ['unknownKg'], 't')}, (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'kg', p.kg)), '[]') from (select lot->>'lotId' as id, sum((lot->>'kg')::numeric) as kg from jsonb_array_elements(t.lots) lot where lot->>'lotId' is not null group by 1) p) as parents,
    case when t.state in (${toSqlLiterals(slitJumboStates)}) then '[]'::jsonb else jsonb_build_array(jsonb_build_object('id', t.work_order_id)) end as children from jumbo_roll t`,
  slitSet: `select t.id, t.set_number::text as label, t.doffed_at as at, t.kg, t.state, null as grade, t.slitter_id as line, (select j.number from jumbo_roll j where j.site_id = t.site_id and j.id = t.jumbo_roll_id) as note, jsonb_build_array(jsonb_build_object('id', t.jumbo_roll_id)) as parents, '[]'::jsonb as children from slit_set t`,
  slitRoll: `select t.id, t.number as label, t.doffed_at as at, t.kg, t.state, t.grade, t.slitter_id as line, null as note, jsonb_build_array(jsonb_build_object('id', coalesce(t.reworked_from_id, t.slit_set_id))) as parents,
    case when t.state = ${options(slitRoll.fields.state, 'reworked')} then (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'kg', c.kg)), '[]') from slit_roll c where c.site_id = t.site_id and c.reworked_from_id = t.id)
      else jsonb_build_array(jsonb_build_object('id', coalesce(t.package_id, t.work_order_id), 'kg', t.kg)) end as children from slit_roll t`,
  package: `select t.id, t.number as label, t.packed_at as at, t.net_kg as kg, t.state, null as grade, null::uuid as line, t.place as note, '[]'::jsonb as parents, jsonb_build_array(jsonb_build_object('id', t.work_order_id, 'kg', t.net_kg)) as children from package t`,
  ...buildOrderNodesSql(language),
})

/** True if `buildTraceSql` expects a page parameter. */
export const isPaged = (kind: TraceNodeKind, direction: 'both' | 'up' | 'down'): boolean =>
  kind === 'customer' && direction !== 'down'

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)
/** Order of the common table expressions: each level comes after the levels it refers to. */
const LEVEL_ORDER: Readonly<Record<'up' | 'down', readonly TraceNodeKind[]>> = {
  up: ['workOrder', 'erpOrder', 'package', 'slitRoll', 'slitSet', 'jumboRoll', 'materialLot'],
  down: ['jumboRoll', 'slitRoll', 'slitSet', 'package', 'workOrder', 'erpOrder', 'customer'],
}
/**
 * Builds one statement for the whole tree of `$2` (for a customer the page `$3`, see `isPaged`): one row per kind with the count,
 * the kg and the first nodes as JSON.
 * @param byPellets follows a lot through pellets (`pelletJumbosSql`); the jumbo row then has the number of hidden jumbos
 */
export function buildTraceSql(
  kind: TraceNodeKind,
  direction: 'both' | 'up' | 'down',
  language: Language,
  byPellets = false,
): string {
  const nodeQueries = buildNodeQueries(language)
  const startLevel = getTraceLevel(kind)
  const displayedKinds = traceKinds.filter(
    (levelKind) =>
      levelKind === kind || (getTraceLevel(levelKind) < startLevel ? direction !== 'down' : direction !== 'up'),
  )
  const idQueries = buildIdQueries(kind, byPellets)
  const levelKinds = [
    kind,
    ...LEVEL_ORDER.up.filter((levelKind) => getTraceLevel(levelKind) < startLevel),
    ...LEVEL_ORDER.down.filter((levelKind) => getTraceLevel(levelKind) > startLevel),
  ].filter((levelKind) => displayedKinds.includes(levelKind) || getTraceLevel(levelKind) < startLevel)
  const hasPages = isPaged(kind, direction)
  const ctes = [
    ...(byPellets ? [pelletJumbosSql] : []),
    ...(hasPages ? [`customer_orders as materialized (${CUSTOMER_ORDERS_SQL})`] : []),
    ...levelKinds.map((levelKind) => `${toSnakeCase(levelKind)}_ids as materialized (${idQueries[levelKind]})`),
  ]
  const rows = displayedKinds.map((levelKind) => {
    const maxNodes = MAX_NODES_BY_KIND[levelKind]
    const firstRollsSql = levelKind === 'slitRoll' ? ` order by doffed_at, number limit ${maxNodes}` : ''
    const nodes = `${nodeQueries[levelKind]} where t.site_id = $1 and t.id = any(array(select id from ${toSnakeCase(levelKind)}_ids${firstRollsSql}))`
    return `select '${levelKind}' as kind, (select count(*)::int from ${hasPages && levelKind === 'workOrder' ? 'customer_orders' : `${toSnakeCase(levelKind)}_ids`}) as total, ${hasPages && levelKind === 'workOrder' ? '(select coalesce(max(page), 1) from customer_orders)' : 'null::int'} as pages, ${levelKind === 'slitRoll' ? ROLLS_KG_SQL : 'null::numeric'} as kg, ${byPellets && levelKind === 'jumboRoll' ? HIDDEN_JUMBOS_SQL : 'null::int'} as hidden, (select coalesce(jsonb_agg(to_jsonb(n)), '[]') from (${nodes} order by 3 nulls last, 2 limit ${maxNodes}) n) as nodes`
  })
  return `with ${ctes.join(',\n')}\n${rows.join('\nunion all\n')}`
}

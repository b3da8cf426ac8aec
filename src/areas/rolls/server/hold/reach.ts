/** SQL of the jumbos, slit rolls and packages that contain a subject or were made of it. `$1` is the site, `$2` the subject's id. */
import { toSqlLiterals } from '@/server/crud/statements'
import { takenBackJumboStates as takenBackJumbos } from '../../rules/jumbo-roll'
import { takenBackSlitStates } from '../../rules/slit-roll'
import { buildOrdersOfCustomerSql } from '@/areas/orders/server/queries/trace-sql'
import type { RecallableKind } from '../../rules/hold'

const NO_IDS_SQL = 'select null::uuid as id where false'
const JUMBO_QUERIES: Readonly<Record<RecallableKind, string>> = {
  materialLot: `select id from jumbo_roll where site_id = $1 and state not in (${toSqlLiterals(takenBackJumbos)}) and lots @> jsonb_build_array(jsonb_build_object('lotId', ($2::uuid)::text))`,
  jumboRoll: `select id from jumbo_roll where site_id = $1 and id = $2`,
  workOrder: `select id from jumbo_roll where site_id = $1 and work_order_id = $2 and state not in (${toSqlLiterals(takenBackJumbos)})`,
  customer: `select id from jumbo_roll where site_id = $1 and work_order_id = any(array(${buildOrdersOfCustomerSql('$2')})) and state not in (${toSqlLiterals(takenBackJumbos)})`,
  slitRoll: NO_IDS_SQL,
  package: NO_IDS_SQL,
}
const NOT_TAKEN_BACK_SQL = `site_id = $1 and state not in (${toSqlLiterals(takenBackSlitStates)})`
const buildRollSql = (condition: string) =>
  `select id, package_id from slit_roll where ${NOT_TAKEN_BACK_SQL} and ${condition}`
/** A roll with all rolls that rework made of it, recursively. */
const buildReworkedSql = (subject: string) =>
  buildRollSql(
    `id in (with recursive made as (${subject} union select s.id from slit_roll s join made m on s.site_id = $1 and s.reworked_from_id = m.id) select id from made)`,
  )
const ROLLS_OF_JUMBOS_SQL = buildRollSql('jumbo_roll_id = any(array(select id from jumbo_ids))')
const SLIT_ROLL_QUERIES: Readonly<Record<RecallableKind, string>> = {
  materialLot: ROLLS_OF_JUMBOS_SQL,
  jumboRoll: ROLLS_OF_JUMBOS_SQL,
  // An order's rolls may be cut from the jumbos of another.
  workOrder: `${ROLLS_OF_JUMBOS_SQL} union ${buildRollSql('work_order_id = $2')}`,
  customer: buildRollSql(`work_order_id = any(array(${buildOrdersOfCustomerSql('$2')}))`),
  slitRoll: buildReworkedSql('select $2::uuid as id'),
  package: buildRollSql('package_id = $2'),
}
/** Builds the common table expressions `jumbo_ids`, `slit_ids` and `package_ids`, each with a column `id`. */
export const buildReachSql = (kind: RecallableKind): string =>
  `jumbo_ids as materialized (${JUMBO_QUERIES[kind]}), slit_ids as materialized (${SLIT_ROLL_QUERIES[kind]}),
   package_ids as materialized (select distinct package_id as id from slit_ids where package_id is not null${kind === 'package' ? ' union select $2::uuid' : ''})`

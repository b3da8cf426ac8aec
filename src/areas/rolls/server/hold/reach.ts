/** SQL of the jumbos, slit rolls and packages that contain a subject or were made of it. `$1` is the site, `$2` the subject's id. */
import { toSqlLiterals } from '@/server/crud/statements'
import { takenBack as takenBackJumbos } from '../../rules/jumbo-roll'
import { takenBack } from '../../rules/slit-roll'
import { buildOrdersOfCustomerSql } from '@/areas/orders/server/queries/trace-sql'
import type { RecalledKind } from '../../rules/hold'

const none = 'select null::uuid as id where false'
const jumbos: Readonly<Record<RecalledKind, string>> = {
  materialLot: `select id from jumbo_roll where site_id = $1 and state not in (${toSqlLiterals(takenBackJumbos)}) and lots @> jsonb_build_array(jsonb_build_object('lotId', ($2::uuid)::text))`,
  jumboRoll: `select id from jumbo_roll where site_id = $1 and id = $2`,
  workOrder: `select id from jumbo_roll where site_id = $1 and work_order_id = $2 and state not in (${toSqlLiterals(takenBackJumbos)})`,
  customer: `select id from jumbo_roll where site_id = $1 and work_order_id = any(array(${buildOrdersOfCustomerSql('$2')})) and state not in (${toSqlLiterals(takenBackJumbos)})`,
  slitRoll: none,
  package: none,
}
const live = `site_id = $1 and state not in (${toSqlLiterals(takenBack)})`
const rollsBy = (condition: string) => `select id, package_id from slit_roll where ${live} and ${condition}`
/** A roll with all rolls that rework made of it, recursively. */
const madeOf = (subject: string) =>
  rollsBy(
    `id in (with recursive made as (${subject} union select s.id from slit_roll s join made m on s.site_id = $1 and s.reworked_from_id = m.id) select id from made)`,
  )
const ofJumbos = rollsBy('jumbo_roll_id = any(array(select id from jumbo_ids))')
const slitRolls: Readonly<Record<RecalledKind, string>> = {
  materialLot: ofJumbos,
  jumboRoll: ofJumbos,
  // An order's rolls may be cut from the jumbos of another.
  workOrder: `${ofJumbos} union ${rollsBy('work_order_id = $2')}`,
  customer: rollsBy(`work_order_id = any(array(${buildOrdersOfCustomerSql('$2')}))`),
  slitRoll: madeOf('select $2::uuid as id'),
  package: rollsBy('package_id = $2'),
}
/** Builds the common table expressions `jumbo_ids`, `slit_ids` and `package_ids`, each with a column `id`. */
export const reachedSql = (kind: RecalledKind): string =>
  `jumbo_ids as materialized (${jumbos[kind]}), slit_ids as materialized (${slitRolls[kind]}),
   package_ids as materialized (select distinct package_id as id from slit_ids where package_id is not null${kind === 'package' ? ' union select $2::uuid' : ''})`

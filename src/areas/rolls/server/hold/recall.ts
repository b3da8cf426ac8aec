import type { InOf, OutOf } from '@/contract/endpoint'
import { refuseInput } from '@/contract/errno'
import { isUuid } from '@/contract/id'
import { orderCustomersSql } from '@/areas/orders/server/queries/traced'
import type { Context, FileAnswer } from '@/server/context'
import { answerSheet } from '@/server/excel/answer-sheet'
import { oneOf } from '@/server/crud/sql'
import { limit } from '@/server/sql'
import { recalled, type recallList } from '../../contract/hold'
import { gone, noMore } from '../../rules/hold'
import { reachedSql } from './reach'

type Asked = InOf<typeof recallList>
type Answer = OutOf<typeof recallList>
/** Rows of one answer; the Excel file takes them page by page. */
const MOST = 5000
/** Orders that one answer names. */
const MOST_CALLED = 500

/** Jumbos that were slit are their slit rolls; what was thrown away or went to pellets is no more. */
const listed = (kind: Asked['kind']) => `with ${reachedSql(kind)}, found as (
  select 'jumboRoll' as kind, t.id, coalesce(t.number, '') as number, t.state, coalesce(t.net_kg, t.expected_kg) * case when t.state not in (${oneOf(gone.jumboRoll)}) and coalesce(t.length_m, 0) > 0 and t.left_m is not null then t.left_m / t.length_m else 1 end as kg,
    t.doffed_at as made_at, t.work_order_id, null as package, null as place, t.holds <> '[]' as held, t.state in (${oneOf(gone.jumboRoll)}) as gone
  from jumbo_roll t where t.site_id = $1 and t.id = any(array(select id from jumbo_ids)) and t.state not in (${oneOf(noMore.jumboRoll)})
  union all
  select 'slitRoll', t.id, t.number, t.state, coalesce(t.kg, t.expected_kg), t.doffed_at, t.work_order_id, p.number, p.place, t.holds <> '[]', t.state in (${oneOf(gone.slitRoll)})
  from slit_roll t left join package p on p.site_id = t.site_id and p.id = t.package_id
  where t.site_id = $1 and t.id = any(array(select id from slit_ids)) and t.state not in (${oneOf(noMore.slitRoll)}))`

async function page(ctx: Context, { kind, id }: Asked, from: number, size: number): Promise<Answer> {
  if (!isUuid(id)) throw refuseInput([{ path: ['id'], code: 'badId' }])
  const [found] = await ctx.query<Answer & Record<string, unknown>>(
    `${listed(kind)}, shown as (
       select f.kind, f.id, f.number, f.state, round(f.kg, 3) as kg, to_char(f.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "madeAt", o.number as "order", o.customer, f.package, f.place, f.held, f.gone
       from found f left join ${orderCustomersSql(ctx.language)} o on o.site_id = $1 and o.id = f.work_order_id
       order by f.gone desc, f.kind, f.number, f.id offset $3 ${limit(size)}),
     called as (
       select o.customer, o.number as "order", count(*)::int as rolls, coalesce(round(sum(f.kg), 3), 0) as kg
       from found f left join ${orderCustomersSql(ctx.language)} o on o.site_id = $1 and o.id = f.work_order_id
       where f.gone group by 1, 2 order by 4 desc, 1, 2 ${limit(MOST_CALLED)})
     select count(*)::int as total, coalesce(round(sum(kg) filter (where not gone), 3), 0) as "inPlantKg", coalesce(round(sum(kg) filter (where gone), 3), 0) as "goneKg",
       (select coalesce(jsonb_agg(to_jsonb(called)), '[]') from called) as customers, (select coalesce(jsonb_agg(to_jsonb(shown)), '[]') from shown) as rows from found`,
    [ctx.site, id, from],
  )
  return found!
}
/** GET /rolls/recall: what went to customers first. */
export const recall = (ctx: Context, input: Asked): Promise<Answer> => page(ctx, input, 0, MOST)

const column = (field: string) => ({ field, word: `rolls:answers.${field}` })
/** GET /rolls/recall_excel */
export const recallExcel = (ctx: Context, input: Asked): Promise<FileAnswer> =>
  answerSheet(
    ctx,
    ctx.t('rolls:actions.hold_recall'),
    recalled,
    [
      { field: 'kind', word: 'rolls:inputs.kind', options: 'rolls:inputOptions.kind' },
      ...['number', 'state', 'kg', 'madeAt', 'order', 'customer', 'package', 'place', 'held', 'gone'].map(column),
    ],
    async ({ page: n, size }) => ({
      list: (await page(ctx, input, (n - 1) * size, size)).rows.map((row) => ({
        ...row,
        state: ctx.t(`rolls:${row.kind}.options.state.${row.state}`),
      })),
    }),
  )

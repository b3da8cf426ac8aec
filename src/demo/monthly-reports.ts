/** Monthly reports of closed months: input and output, team points; also two corrections of the fed weight. */
import type { PoolClient } from 'pg'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { takenBackJumboStates } from '@/areas/rolls/rules/jumbo-roll'
import { inputOutputMonth } from '@/areas/sheets/contract/input-output-month'
import { options } from '@/server/sql'
import type { DemoEra } from './demo-era'
import { toBilingualText } from './bilingual-text'

/** Builds the SQL of a UUID that every load derives from the same text. @param text SQL of the text */
const buildIdSql = (text: string): string =>
  `overlay(overlay(md5(${text}) placing '7' from 13) placing '8' from 17)::uuid`
const takenBackStatesSql = options(jumboRoll.fields.state, ...takenBackJumboStates)
const financialStateSql = options(inputOutputMonth.fields.state, 'financial')
const buildUserIdSql = (userName: string): string =>
  `(select u.id from app_user u where u.site_id = $1 and u.user_name = '${userName}')`

/** Stores the reports, calculated from the stored production. Closed months must be stored already. */
export async function storeMonthlyReports(client: PoolClient, site: number, era: DemoEra): Promise<void> {
  await client.query(
    `insert into input_output_month (site_id, id, created_at, updated_at, version, month, state, input_kg, pack_kg, output_kg, percent,
       entered_by, entered_at, statistical_by, statistical_at, financial_by, financial_at)
     select $1, ${buildIdSql(`'io' || p.month`)}, p.closed_at - interval '3 days', p.closed_at - interval '1 day', 3, p.month, ${financialStateSql},
       coalesce(f.kg, 0), coalesce(f.pack, 0), coalesce(j.kg, 0), round(j.kg / nullif(f.kg, 0) * 100, 3),
       ${buildUserIdSql('prod-lead')}, p.closed_at - interval '3 days', ${buildUserIdSql('prod-lead')}, p.closed_at - interval '2 days', ${buildUserIdSql('accountant')}, p.closed_at - interval '1 day'
     from plant_month p
     left join (select to_char(business_date, 'YYYY-MM') as month, sum(kg) filter (where kind <> 'pack') as kg, sum(kg) filter (where kind = 'pack') as pack
       from feed where site_id = $1 group by 1) f on f.month = p.month
     left join (select to_char(business_date, 'YYYY-MM') as month, sum(coalesce(net_kg, expected_kg)) as kg
       from jumbo_roll where site_id = $1 and doffed_at is not null and state not in (${takenBackStatesSql}) group by 1) j on j.month = p.month
     where p.site_id = $1`,
    [site],
  )
  await client.query(
    `insert into team_assessment (site_id, id, created_at, updated_at, month, last_day, team, points, rank, items, made_by, made_at)
     select $1, ${buildIdSql(`'team' || m.month || m.team`)}, p.closed_at, p.closed_at, m.month, ((m.month || '-01')::date + interval '1 month' - interval '1 day')::date, m.team,
       round(m.kg / m.mean * 100, 2), rank() over (partition by m.month order by m.kg desc),
       jsonb_build_array(jsonb_build_object('figure', 'outputKg', 'weight', 25, 'basis', 'mean', 'value', round(m.kg, 3), 'reference', round(m.mean, 3), 'points', round(m.kg / m.mean * 25, 2))),
       ${buildUserIdSql('prod-lead')}, p.closed_at
     from (select *, avg(kg) over (partition by month) as mean from (
       select to_char(business_date, 'YYYY-MM') as month, team, sum(coalesce(net_kg, expected_kg)) as kg
       from jumbo_roll where site_id = $1 and doffed_at is not null and state not in (${takenBackStatesSql}) and team is not null group by 1, 2) sums) m
     join plant_month p on p.site_id = $1 and p.month = m.month`,
    [site],
  )
  // Corrects the newest two shifts with feeds before the last 5 days: a bag was not scanned, and a bag was scanned twice.
  await client.query(
    `insert into figure_correction (site_id, id, created_at, updated_at, created_by, business_date, shift, line_id, sum, delta, before, cause, reason, user_id, at)
     select $1, ${buildIdSql(`'right' || n`)}, now_at, now_at, ${buildUserIdSql('accountant')}, business_date, shift, line_id, 'fedKg', case n when 1 then 25 else -25 end, kg, 'person',
       case n when 1 then '${era.localize(toBilingualText('一袋主料未扫码，按库存盘点补记', 'One bag of resin was not scanned; added after the stock count'))}' else '${era.localize(toBilingualText('同一袋扫码两次，扣回', 'The same bag was scanned twice; taken back'))}' end, ${buildUserIdSql('accountant')}, now_at
     from (select *, row_number() over (order by business_date desc, shift) as n, (business_date + 2)::timestamptz as now_at from (
       select business_date, shift, line_id, sum(kg) as kg from feed
       where site_id = $1 and kind <> 'pack' and business_date < $2::date - 5 and business_date > $2::date - 30
       group by 1, 2, 3 having sum(kg) > 1000 order by 1 desc, 2, 3 limit 2) fed) numbered`,
    [site, era.today],
  )
}

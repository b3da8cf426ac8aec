import { createUuid7 } from '@/contract/id'
import type { Context } from '@/server/context'
import type { AppContext } from '@/server/crud/operations'
import { reasonsOutsideBusyTime, stopReasons, type StopClass } from '../rules/stop-reasons'
import { sql } from '@/server/sql'

const SEEDED_REASONS_SETTING = 'stopReasons'
const presetReasons = (Object.keys(stopReasons) as StopClass[]).flatMap((stopClass) =>
  stopReasons[stopClass].map((code) => ({ code: code as string, class: stopClass })),
)

/** Adds preset reasons that a plant has never had; removed reasons stay removed. Runs at every start. */
export async function seedStopReasons(ctx: Context): Promise<void> {
  const [seededSetting] = await ctx.query(
    sql<{ value: string[] }>`
      select value from setting where site_id = ${ctx.site} and name = ${SEEDED_REASONS_SETTING}`,
  )
  const newReasons = presetReasons.filter(({ code }) => !seededSetting?.value.includes(code))
  if (newReasons.length === 0) return
  const { translations } = (ctx as AppContext).app
  const [zh, en] = [translations.t('zh'), translations.t('en')]
  const reasonRows = newReasons.map((reason) => ({
    id: createUuid7(ctx.now.getTime()),
    code: reason.code,
    name: zh(`plant:reasons.${reason.code}`),
    nameEn: en(`plant:reasons.${reason.code}`),
    class: reason.class,
    outside: reasonsOutsideBusyTime.includes(reason.code),
    sortOrder: (presetReasons.indexOf(reason) + 1) * 10,
  }))
  await ctx.query(
    sql`insert into stop_reason (site_id, id, created_at, updated_at, code, name, name_en, class, outside_busy_time, sort_order, active)
      select ${ctx.site}, r.id, ${ctx.now}, ${ctx.now}, r.code, r.name, r."nameEn", r.class, r.outside, r."sortOrder", true
      from jsonb_to_recordset(${JSON.stringify(reasonRows)}::jsonb) as r(id uuid, code text, name text, "nameEn" text, class text, outside boolean, "sortOrder" int)
      on conflict (site_id, code) do nothing`,
  )
  const presetCodes = JSON.stringify(presetReasons.map((reason) => reason.code))
  await ctx.query(
    sql`insert into setting (site_id, name, value, updated_at) values (${ctx.site}, ${SEEDED_REASONS_SETTING}, ${presetCodes}, ${ctx.now})
      on conflict (site_id, name) do update set value = excluded.value, updated_at = excluded.updated_at`,
  )
  ctx.touch('stopReason')
}

import { createUuid7 } from '@/contract/id'
import type { Context } from '@/server/context'
import type { KitContext } from '@/server/crud/operations'
import { reasonsOutsideBusyTime, stopReasons, type StopClass } from '../rules/stop-reasons'

const SEEDED_REASONS_SETTING = 'stopReasons'
const presetReasons = (Object.keys(stopReasons) as StopClass[]).flatMap((stopClass) =>
  stopReasons[stopClass].map((code) => ({ code: code as string, class: stopClass })),
)

/** Adds preset reasons that are new to a plant; removed ones stay removed. Runs at every start. */
export async function seedStopReasons(ctx: Context): Promise<void> {
  const [seededSetting] = await ctx.query<{ value: string[] }>(
    'select value from setting where site_id = $1 and name = $2',
    [ctx.site, SEEDED_REASONS_SETTING],
  )
  const newReasons = presetReasons.filter(({ code }) => !seededSetting?.value.includes(code))
  if (newReasons.length === 0) return
  const { translations } = (ctx as KitContext).app
  const [zh, en] = [translations.t('zh'), translations.t('en')]
  await ctx.query(
    `insert into stop_reason (site_id, id, created_at, updated_at, code, name, name_en, class, outside_busy_time, sort_order, active)
     select $1, r.id, $2, $2, r.code, r.name, r.name_en, r.class, r.outside, r.place, true from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[], $9::boolean[]) as r(id, code, name, name_en, class, place, outside)
     on conflict (site_id, code) do nothing`,
    [
      ctx.site,
      ctx.now,
      newReasons.map(() => createUuid7(ctx.now.getTime())),
      newReasons.map((reason) => reason.code),
      newReasons.map((reason) => zh(`plant:reasons.${reason.code}`)),
      newReasons.map((reason) => en(`plant:reasons.${reason.code}`)),
      newReasons.map((reason) => reason.class),
      newReasons.map((reason) => (presetReasons.indexOf(reason) + 1) * 10),
      newReasons.map((reason) => reasonsOutsideBusyTime.includes(reason.code)),
    ],
  )
  await ctx.query(
    'insert into setting (site_id, name, value, updated_at) values ($1, $2, $3, $4) on conflict (site_id, name) do update set value = excluded.value, updated_at = excluded.updated_at',
    [ctx.site, SEEDED_REASONS_SETTING, JSON.stringify(presetReasons.map((reason) => reason.code)), ctx.now],
  )
  ctx.touch('stopReason')
}

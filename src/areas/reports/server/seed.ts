import { uuid7 } from '@/contract/id'
import { faultKinds } from '@/areas/maintenance/contract/repair'
import type { Context } from '@/server/context'
import type { KitContext } from '@/server/crud/operations'
import { reasonOfRepair, stopReasons, type StopClass } from '../rules/stop-reasons'

const MARK = 'stopReasons'
const known = (Object.keys(stopReasons) as StopClass[]).flatMap((of) =>
  stopReasons[of].map((code) => ({ code: code as string, class: of })),
)

/** Gives a plant the reasons that are new to it; one that it took away stays away. Run at every start. */
export async function seedReasons(ctx: Context): Promise<void> {
  const [mark] = await ctx.query<{ value: string[] }>('select value from setting where site_id = $1 and name = $2', [
    ctx.site,
    MARK,
  ])
  const fresh = known.filter(({ code }) => !mark?.value.includes(code))
  if (fresh.length === 0) return
  const { words } = (ctx as KitContext).app
  const [zh, en] = [words.t('zh'), words.t('en')]
  await ctx.query(
    `insert into stop_reason (site_id, id, created_at, updated_at, code, name, name_en, class, sort_order, active)
     select $1, r.id, $2, $2, r.code, r.name, r.name_en, r.class, r.place, true from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[]) as r(id, code, name, name_en, class, place)
     on conflict (site_id, code) do nothing`,
    [
      ctx.site,
      ctx.now,
      fresh.map(() => uuid7(ctx.now.getTime())),
      fresh.map((r) => r.code),
      fresh.map((r) => zh(`reports:reasons.${r.code}`)),
      fresh.map((r) => en(`reports:reasons.${r.code}`)),
      fresh.map((r) => r.class),
      fresh.map((r) => (known.indexOf(r) + 1) * 10),
    ],
  )
  await ctx.query(
    'insert into setting (site_id, name, value, updated_at) values ($1, $2, $3, $4) on conflict (site_id, name) do update set value = excluded.value, updated_at = excluded.updated_at',
    [ctx.site, MARK, JSON.stringify(known.map((r) => r.code)), ctx.now],
  )
  if (!mark) await explainOldRepairs(ctx)
  ctx.touch('stopReason')
}

/** Stops of repairs from before there were reasons get theirs. */
async function explainOldRepairs(ctx: Context): Promise<void> {
  const kinds = faultKinds.flatMap((faultKind) =>
    [true, false].map((breakdown) => ({ faultKind, breakdown, code: reasonOfRepair({ faultKind, breakdown }) })),
  )
  await ctx.query(
    `update line_stop s set reason_id = r.id, state = case when s.ended_at is null then 'standing' else 'explained' end, updated_at = $2
     from repair p, unnest($3::text[], $4::boolean[], $5::text[]) as k(kind, breakdown, code), stop_reason r
     where s.site_id = $1 and s.source = 'repair' and s.reason_id is null and p.site_id = s.site_id and p.id = s.repair_id and k.kind = p.fault_kind and k.breakdown = p.breakdown and r.site_id = s.site_id and r.code = k.code`,
    [ctx.site, ctx.now, kinds.map((k) => k.faultKind), kinds.map((k) => k.breakdown), kinds.map((k) => k.code)],
  )
}

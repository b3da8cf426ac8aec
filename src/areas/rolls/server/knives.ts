import type { InOf } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { oneOf } from '@/server/crud/sql'
import { knife } from '../contract/slitting'
import { standingSets } from '../rules/cutting'
import { lockLine } from './jumbo-guards'
import { limitsOf } from './slit-scope'

type Knife = Row<typeof knife>

/** POST /cut_first/cut_manage: a knife comes on. One that was at the place before is off from then on. */
export async function mount(ctx: Context, input: InOf<typeof knife.endpoints.create>): Promise<Knife> {
  if (input.removedAt && input.removedAt < input.mountedAt)
    throw refuse('rolls:refusals.knifeOrder', { place: input.place })
  // Of two people who mount at one place, the second sees the first's knife.
  await lockLine(ctx, input.slitterId)
  const [there] = await ctx.rows.find(knife, {
    where: { slitterId: input.slitterId, place: input.place, side: input.side ?? 'upper', removedAt: null },
    orderBy: '-mountedAt',
    limit: 1,
    lock: true,
  })
  if (there && !input.removedAt) {
    if (there.mountedAt >= input.mountedAt)
      throw refuse('rolls:refusals.knifeSince', { place: input.place, code: there.code ?? '' })
    await ctx.rows.update(knife, there.id, {
      removedAt: input.mountedAt,
      metres: await metresOn(ctx, { ...there, removedAt: input.mountedAt }),
      ...(there.reason ? {} : { reason: 'worn' as const }),
    })
  }
  const values = { ...input, lifeM: input.lifeM ?? (await limitsOf(ctx, input.slitterId)).knifeLifeM }
  return ctx.rows.insert(knife, {
    ...values,
    metres: await metresOn(ctx, { ...values, removedAt: input.removedAt ?? null }),
  })
}
/** PUT /cut_first/cut_manage. Other times on the slitter are other metres. */
export async function change(ctx: Context, input: InOf<typeof knife.endpoints.update>): Promise<Knife> {
  const { id, version, ...patch } = input
  const before = await ctx.rows.lock(knife, id)
  const after = { ...before, ...patch } as Knife
  if (after.removedAt && after.removedAt <= after.mountedAt)
    throw refuse('rolls:refusals.knifeOrder', { place: after.place })
  return ctx.rows.update(
    knife,
    id,
    { ...(patch as Partial<Knife>), metres: await metresOn(ctx, after) },
    { version, merge: true },
  )
}
/** Metres of the sets that came off the slitter while the knife was on it. */
async function metresOn(
  ctx: Context,
  { slitterId, mountedAt, removedAt }: Pick<Knife, 'slitterId' | 'mountedAt' | 'removedAt'>,
): Promise<number> {
  const [sum] = await ctx.query<{ metres: number | null }>(
    `select sum(to_m - from_m) as metres from slit_set where site_id = $1 and slitter_id = $2 and state in (${oneOf(standingSets)}) and doffed_at >= $3 and ($4::timestamptz is null or doffed_at < $4)`,
    [ctx.site, slitterId, mountedAt, removedAt],
  )
  return sum?.metres ?? 0
}

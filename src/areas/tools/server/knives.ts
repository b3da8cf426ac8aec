import type { InOf } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { line } from '@/plant/contract/line'
import type { MetresCut } from '@/plant/server/events'
import type { Context } from '@/server/context'
import { limitsOf, metresCutIn } from '@/areas/rolls/server/queries/slitters'
import { knife } from '../contract/knife'

type Knife = Row<typeof knife>

/** POST /cut_first/cut_manage: a knife comes on. One that was at the place before is off from then on. */
export async function mount(ctx: Context, input: InOf<typeof knife.endpoints.create>): Promise<Knife> {
  if (input.removedAt && input.removedAt < input.mountedAt)
    throw refuse('tools:refusals.knifeOrder', { place: input.place })
  // Of two people who mount at one place, the second sees the first's knife.
  await ctx.rows.lock(line, input.slitterId)
  const [there] = await ctx.rows.find(knife, {
    where: { slitterId: input.slitterId, place: input.place, side: input.side ?? 'upper', removedAt: null },
    orderBy: '-mountedAt',
    limit: 1,
    lock: true,
  })
  if (there && !input.removedAt) {
    if (there.mountedAt >= input.mountedAt)
      throw refuse('tools:refusals.knifeSince', { place: input.place, code: there.code ?? '' })
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
    throw refuse('tools:refusals.knifeOrder', { place: after.place })
  return ctx.rows.update(
    knife,
    id,
    { ...(patch as Partial<Knife>), metres: await metresOn(ctx, after) },
    { version, merge: true },
  )
}
/** Metres that were cut while the knife was on the slitter. */
const metresOn = (
  ctx: Context,
  { slitterId, mountedAt, removedAt }: Pick<Knife, 'slitterId' | 'mountedAt' | 'removedAt'>,
): Promise<number> => metresCutIn(ctx, { slitterId, from: mountedAt, to: removedAt })

/** A set's metres on every knife that was on the slitter at its doff. */
export async function countMetres(ctx: Context, { slitterId, at, metres }: MetresCut): Promise<void> {
  await ctx.query(
    `update knife set metres = coalesce(metres, 0) + $4, updated_at = $5 where site_id = $1 and slitter_id = $2 and mounted_at <= $3 and (removed_at is null or removed_at > $3)`,
    [ctx.site, slitterId, at, metres, ctx.now],
  )
  ctx.touch('knife')
}

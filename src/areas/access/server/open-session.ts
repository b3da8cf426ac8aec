import { createUuid7 } from '@/contract/id'
import type { Context } from '@/server/context'
import { calculateSessionEnd, getSessionLimits } from '@/server/session-limits'
import { generateToken, hashToken } from './authenticate'

/**
 * Opens a session on a device and returns its token. Sessions beyond the limit per person end, least recently used
 * first.
 */
export async function openSession(
  ctx: Context,
  userId: string,
  device: string | null,
  enrolFirst: boolean,
): Promise<string> {
  const limits = getSessionLimits(ctx)
  const token = generateToken()
  await ctx.query(
    `insert into session (site_id, id, token_hash, user_id, device, address, created_at, seen_at, expires_at, enrol_first) values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9)`,
    [
      ctx.site,
      createUuid7(ctx.now.getTime()),
      hashToken(token),
      userId,
      device,
      ctx.origin.address,
      ctx.now,
      calculateSessionEnd(ctx.now, ctx.now, limits),
      enrolFirst,
    ],
  )
  const endedSessions = await ctx.query(
    `delete from session where site_id = $1 and id in (
       select id from session where site_id = $1 and user_id = $2 and kind = 'login' order by seen_at desc, id desc offset $3) returning id`,
    [ctx.site, userId, limits.perPerson],
  )
  if (endedSessions.length > 0) ctx.touch('session')
  return token
}

import type { Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { sessionTable } from '@/server/db/sign-in-tables'
import { columns, sql } from '@/server/sql'
import { generateToken, hashToken } from '../authenticate'
import type { AppContext } from '@/server/crud/operations'

/** Generates a secret for a one-time link, and the hash that is stored instead of the secret. */
export const generateScreenSecret = (): { secret: string; hash: string } => {
  const secret = generateToken()
  return { secret, hash: hashToken(secret) }
}
/** Hashes the secret of a one-time link. */
export const hashScreenSecret = hashToken

/** Loads the time of each screen's last call, accurate to five minutes. Screens without a session are missing. */
export async function loadScreenSeenTimes(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, Moment>> {
  const rows = await ctx.query(
    sql`select ${columns(sessionTable, ['id', 'seenAt'])} from session where site_id = ${ctx.site} and id = any(${ids}::uuid[]) and kind = 'screen'`,
  )
  return new Map(rows.map(({ id, seenAt }) => [id, seenAt]))
}

/** Returns the Chinese and English name of an account that the program creates itself. @param key translation key */
export function getBilingualAccountName(ctx: Context, key: string): { accountName: string; accountNameEn: string } {
  const { translations } = (ctx as AppContext).app
  return { accountName: translations.t('zh')(key), accountNameEn: translations.t('en')(key) }
}

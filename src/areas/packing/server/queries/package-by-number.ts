import type { Context } from '@/server/context'
import { rollPackage } from '../../contract/package'

/** Finds a package by the number on its label, or null. */
export async function findPackageByNumber(ctx: Context, number: string): Promise<string | null> {
  const [row] = await ctx.rows.find(rollPackage, { where: { number }, limit: 1 })
  return row?.id ?? null
}

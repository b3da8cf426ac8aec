import type { Context } from '@/server/context'

/** Code and name of a row as the reader calls it. */
export const labelOf = (
  ctx: Pick<Context, 'language'>,
  row: { code: string; name: string; nameEn?: string | null },
): string => `${row.code} ${(ctx.language === 'en' && row.nameEn) || row.name}`

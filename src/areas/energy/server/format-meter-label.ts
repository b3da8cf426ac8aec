import type { Context } from '@/server/context'

/** Formats code and name of a row in the reader's language. */
export const formatMeterLabel = (
  ctx: Pick<Context, 'language'>,
  row: { code: string; name: string; nameEn?: string | null },
): string => `${row.code} ${(ctx.language === 'en' && row.nameEn) || row.name}`

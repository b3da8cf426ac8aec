import type { Context } from '@/server/context'
import type { KitContext } from '@/server/crud/operations'

/** Returns the Chinese and English name of an account that the program creates itself. @param key translation key */
export function getBilingualAccountName(ctx: Context, key: string): { accountName: string; accountNameEn: string } {
  const { words } = (ctx as KitContext).app
  return { accountName: words.t('zh')(key), accountNameEn: words.t('en')(key) }
}

import type { Context } from '@/server/context'
import type { KitContext } from '@/server/crud/operations'

/** What an account that the program makes by itself is called, in both languages. @param key of its words */
export function namedInBoth(ctx: Context, key: string): { accountName: string; accountNameEn: string } {
  const { words } = (ctx as KitContext).app
  return { accountName: words.t('zh')(key), accountNameEn: words.t('en')(key) }
}

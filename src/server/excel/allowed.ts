import type { Issue } from '@/contract/errno'
import type { Resource } from '@/contract/resource'
import type { Language, Translate } from '../words'
import { partsOf, type CustomColumn } from './columns'
import { ownColumn } from './headings'

interface Reader {
  t: Translate
  language: Language
}
/** Maximum number of options named in a sentence; the template lists all. */
const MOST = 20
const told: readonly Issue['code'][] = ['wrongType', 'notAnOption']
const kinds = { number: 'amount', text: 'text', choice: 'choice', day: 'day', flag: 'flag' } as const

/**
 * Describes in the reader's language what a cell may hold if its value has the wrong type; empty for other problems.
 */
export function allowedIn(ctx: Reader, { code, path }: Issue, r: Resource, custom: readonly CustomColumn[]): string {
  const field = r.fields[String(path[0] ?? '')]
  if (!field || !told.includes(code)) return ''
  const own = ownColumn(custom, field, path[1])
  const kind = own ? kinds[own.kind] : field.kind
  const words = own
    ? own.choices?.map((choice) => choice[ctx.language])
    : field.kind === 'choice'
      ? field.options.map((option) => ctx.t(`${r.area}:${r.name}.options.${String(path[0])}.${option}`))
      : undefined
  if (words && words.length > 0)
    return ctx.t('contract:excel.oneOf', { options: words.slice(0, MOST).join(ctx.language === 'en' ? ', ' : '、') })
  const parts = field.kind === 'list' ? partsOf(field, `${r.area}:${r.name}.sub.${String(path[0])}`, ctx.t) : ''
  return ctx.t(`contract:excel.kinds.${kind}`, { parts })
}

import type { Issue } from '@/contract/errno'
import type { Resource } from '@/contract/resource'
import type { Language, Translate } from '../translations'
import { formatEntryParts, type CustomFieldColumn } from './resource-columns'
import { findCustomColumn } from './headings'

interface ReaderLanguage {
  t: Translate
  language: Language
}
/** Maximum number of options named in a sentence; the template lists all. */
const MAX_OPTIONS = 20
const DESCRIBED_CODES: readonly Issue['code'][] = ['wrongType', 'notAnOption']
const KIND_BY_CUSTOM_KIND = { number: 'amount', text: 'text', choice: 'choice', day: 'day', flag: 'flag' } as const

/**
 * Describes in the reader's language what a cell may hold, if its value has the wrong type or is not an option. Empty for
 * other problems.
 */
export function describeAllowedValues(
  ctx: ReaderLanguage,
  { code, path }: Issue,
  resource: Resource,
  customColumns: readonly CustomFieldColumn[],
): string {
  const field = resource.fields[String(path[0] ?? '')]
  if (!field || !DESCRIBED_CODES.includes(code)) return ''
  const customColumn = findCustomColumn(customColumns, field, path[1])
  const kind = customColumn ? KIND_BY_CUSTOM_KIND[customColumn.kind] : field.kind
  const optionLabels = customColumn
    ? customColumn.choices?.map((choice) => choice[ctx.language])
    : field.kind === 'choice'
      ? field.options.map((option) => ctx.t(`${resource.area}:${resource.name}.options.${String(path[0])}.${option}`))
      : undefined
  if (optionLabels && optionLabels.length > 0)
    return ctx.t('contract:excel.oneOf', {
      options: optionLabels.slice(0, MAX_OPTIONS).join(ctx.language === 'en' ? ', ' : '、'),
    })
  const parts =
    field.kind === 'list'
      ? formatEntryParts(field, `${resource.area}:${resource.name}.sub.${String(path[0])}`, ctx.t)
      : ''
  return ctx.t(`contract:excel.kinds.${kind}`, { parts })
}

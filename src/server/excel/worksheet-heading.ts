/** Describes what an exported worksheet contains, for the lines above its table. */
import { isRangeFiltered, NO_REFERENCE, type ListQuery, type Resource } from '@/contract/resource'
import type { Endpoint } from '@/contract/endpoint'
import { vocabularies, type Field } from '@/contract/field'
import type { Context } from '../context'
import type { AppContext } from '../crud/operations'
import { loadNames } from '../crud/refs'
import { formatPlantTime } from './resource-columns'
import type { HeadingLine, WorksheetHeading } from './build-workbook'

export type { HeadingLine } from './build-workbook'

/**
 * Builds the heading of an exported worksheet: title, period, further lines such as filters, and time and author of the
 * export.
 * @param period as displayed; null for lists without a period
 */
export function buildHeading(
  ctx: Context,
  { title, period, lines = [] }: { title: string; period: string | null; lines?: readonly HeadingLine[] },
): WorksheetHeading {
  const createdAt = formatPlantTime(ctx.timeZone, ctx.now.toISOString())
  const asOf = (ctx as AppContext).replica?.asOf
  return {
    title,
    lines: [
      ...(period === null ? [] : [[ctx.t('contract:excel.exportHeading.period'), period] as const]),
      ...lines,
      ...(asOf ? [[ctx.t('contract:excel.exportHeading.asOf'), formatPlantTime(ctx.timeZone, asOf)] as const] : []),
      [ctx.t('contract:excel.exportHeading.createdAt'), [createdAt, ctx.person?.name].filter(Boolean).join(' ')],
    ],
  }
}

/** Describes the filters of a list with the labels of its fields. Ranges of days and moments form the period. */
export async function describeListQuery(
  ctx: Context,
  resource: Resource,
  input: ListQuery,
): Promise<{ period: string | null; lines: readonly HeadingLine[] }> {
  const periods: string[] = []
  const lines: HeadingLine[] = []
  for (const name of resource.filters) {
    const field = resource.fields[name]!
    const label = ctx.t(`${resource.area}:${resource.name}.fields.${name}`)
    if (isRangeFiltered(field)) {
      const range = [input[`${name}From`], input[`${name}To`]].map((value) => formatBound(ctx, field, value))
      if (range.every((text) => text === null)) continue
      const rangeText = range.map((text) => text ?? '…').join(' – ')
      if (field.kind === 'day' || field.kind === 'moment') periods.push(`${rangeText} (${label})`)
      else lines.push([label, rangeText])
      continue
    }
    const value = input[name]
    if (value === null || value === undefined || value === '') continue
    lines.push([label, await describeValue(ctx, resource, name, String(value))])
  }
  const keyword = input.keyword?.trim()
  if (keyword) lines.push([ctx.t('contract:excel.exportHeading.keyword'), keyword])
  if (input.id) lines.push([ctx.t('contract:excel.exportHeading.selection'), String(input.id.split(',').length)])
  return { period: periods.length > 0 ? periods.join('; ') : ctx.t('contract:excel.exportHeading.wholePeriod'), lines }
}
function formatBound(ctx: Context, field: Field, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  return field.kind === 'moment' ? formatPlantTime(ctx.timeZone, String(value)) : String(value)
}
/** Describes the values of a filter, which are separated by commas. */
async function describeValue(ctx: Context, resource: Resource, name: string, value: string): Promise<string> {
  const field = resource.fields[name]!
  if (field.kind === 'flag') return ctx.t(value === 'true' ? 'contract:excel.yes' : 'contract:excel.no')
  const values = value.split(',')
  if (field.kind === 'choice')
    return values.map((option) => ctx.t(`${resource.area}:${resource.name}.options.${name}.${option}`)).join(', ')
  if (field.kind !== 'reference' && field.kind !== 'references') return value
  const ids = values.map((id) => id.replace(/^!/, '')).filter((id) => id !== NO_REFERENCE)
  const names = await loadNames(ctx, field.to, ids)
  return values
    .map((id) => (id === NO_REFERENCE ? '–' : `${id.startsWith('!') ? '≠ ' : ''}${names[id.replace(/^!/, '')] ?? id}`))
    .join(', ')
}

/** Inputs that are the period, or that do not change which rows a workbook contains. */
const UNDESCRIBED_INPUTS = new Set(['from', 'to', 'month', 'format', 'page', 'size', 'by', 'columns', 'sort', 'after'])
/**
 * Describes the filters of an endpoint, in one query per referenced resource.
 * @param optionTexts key prefixes of the option texts of inputs that are no choices, by input
 */
export async function describeInput(
  ctx: Context,
  { area, input: fields }: Pick<Endpoint, 'area' | 'input'>,
  input: object,
  optionTexts: Readonly<Record<string, string>> = {},
): Promise<HeadingLine[]> {
  const lines: HeadingLine[] = []
  for (const [name, field] of Object.entries(fields)) {
    const value = (input as Readonly<Record<string, unknown>>)[name]
    if (UNDESCRIBED_INPUTS.has(name) || value === null || value === undefined || value === '' || value === false)
      continue
    const text = String(value)
    const vocabulary = field.kind === 'text' ? field.vocabulary : undefined
    const optionPrefix = optionTexts[name]
    let displayText = text
    if (field.kind === 'reference') displayText = (await loadNames(ctx, field.to, [text]))[text] ?? text
    else if (vocabulary && (vocabularies[vocabulary] as readonly string[]).includes(text))
      displayText = ctx.t(`${vocabulary}.${text}`)
    else if (field.kind === 'choice') displayText = ctx.t(`${area}:inputOptions.${name}.${text}`)
    else if (field.kind === 'flag') displayText = ctx.t('contract:excel.yes')
    else if (optionPrefix)
      displayText = text
        .split(',')
        .map((option) => ctx.t(`${optionPrefix}.${option}`))
        .join(', ')
    lines.push([ctx.t(`${area}:inputs.${name}`), displayText])
  }
  return lines
}
/** Formats the period of an input with `from` and `to`, or `month`; null without one. */
export function describePeriod(input: {
  readonly from?: string | null
  readonly to?: string | null
  readonly month?: string | null
}): string | null {
  if (input.from || input.to) return `${input.from ?? '…'} – ${input.to ?? '…'}`
  return input.month ?? null
}

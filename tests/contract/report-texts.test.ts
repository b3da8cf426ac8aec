import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Report } from '@/contract/report'
import { findSharedLabelKeys } from '@/contract/shared-label'
import { getColumnTextKeys } from '@/plant/contract/report-columns'

type AnyReport = Pick<Report, 'endpoint' | 'tables' | 'titleKey' | 'optionTexts'>
const isReport = (value: unknown): value is AnyReport =>
  typeof value === 'object' && value !== null && 'tables' in value && 'titleKey' in value && 'endpoint' in value
// Without a type argument: Vitest recognises `import.meta.glob(` and does not cache the file, because it depends on others.
const contracts = import.meta.glob('/src/areas/*/contract/*.ts', { eager: true }) as Record<
  string,
  Record<string, unknown>
>
const reports = [...new Set(Object.values(contracts).flatMap((module) => Object.values(module).filter(isReport)))]

const src = resolve(import.meta.dirname, '../../src')
const findFolder = (namespace: string) =>
  ['contract', 'client', 'plant'].includes(namespace) ? namespace : `areas/${namespace}`
/** Finds a text by its key; a key with answer fields in braces has no text of its own. */
function findText(key: string, language: 'zh' | 'en'): unknown {
  const [namespace = '', path = ''] = key.split(':')
  const file = join(src, findFolder(namespace), 'locales', `${language}.json`)
  if (!existsSync(file)) return undefined
  const texts = JSON.parse(readFileSync(file, 'utf8')) as unknown
  return path.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], texts)
}
const hasText = (key: string): boolean =>
  (['zh', 'en'] as const).every((language) =>
    [key, ...findSharedLabelKeys(key)].some((candidate) => typeof findText(candidate, language) === 'string'),
  )

function listTextKeys({ endpoint: { area }, tables, titleKey, optionTexts }: AnyReport): string[] {
  return tables.flatMap((table) => {
    const columns = (table.columns ?? []).map((column) => (typeof column === 'string' ? { field: column } : column))
    return [
      titleKey,
      ...(table.titleKey ? [table.titleKey] : []),
      ...columns.flatMap((column) => {
        const { label, formula } = getColumnTextKeys(area, column)
        const field = table.fields[column.field]
        const options = field?.kind === 'choice' ? field.options : []
        return [
          label,
          ...(formula ? [formula] : []),
          ...options.map((option) => `${area}:${optionTexts}.${column.field}.${option}`),
        ]
      }),
    ].filter((key) => !key.includes('{'))
  })
}

describe('reports', () => {
  it('are found', () => expect(reports.length).toBeGreaterThan(15))
  it.each(reports.map((report) => [report.endpoint.name, report] as const))(
    '%s has a text for its titles, columns and options in both languages',
    (_name, report) => expect(listTextKeys(report).filter((key) => !hasText(key))).toEqual([]),
  )
})

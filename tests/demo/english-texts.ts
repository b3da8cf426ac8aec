/** The plant loaded in English, read from the database: includes texts written by SQL statements. */
import { expect, it } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { toSnakeCase } from '@/server/db/columns'
import { mayBeChinese, findChineseOnlyTexts, partnerOf } from './chinese-texts'

type Query = <T>(text: string, values?: unknown[]) => Promise<T[]>
/** Larger tables are skipped here: `rows` has checked the texts in their lists. */
const FEW = 1500

export function testEnglishTexts(getQuery: () => Query): void {
  const names = new Map(areaContracts.flatMap(({ resources }) => resources.map(({ table, name }) => [table, name])))
  it('has no Chinese sentence in any text column', async () => {
    const query = getQuery()
    const columns = await query<{ table: string; name: string; type: string }>(
      `select table_name as table, column_name as name, data_type as type from information_schema.columns where table_schema = 'public' and table_name = any($1)`,
      [[...names.keys()]],
    )
    const chineseTexts: string[] = []
    for (const [table, resourceName] of names) {
      const tableColumns = columns.filter((one) => one.table === table)
      const all = tableColumns.map(({ name }) => name)
      const texts = tableColumns.filter(({ name, type }) => type === 'text' && !mayBeChinese(name, all))
      const counts = await query<Record<string, string | null>>(
        `select ${[...texts.map(({ name }) => `min("${name}") filter (where "${name}" ~ '[\u3400-\u9fff]') as "${name}"`), 'count(*)::int as rows'].join(', ')} from "${table}"`,
      )
      const { rows, ...first } = counts[0]! as Record<string, string | null> & { rows: unknown }
      chineseTexts.push(...findChineseOnlyTexts(resourceName, first))
      const lists = tableColumns.filter(({ type }) => type === 'jsonb')
      if (Number(rows) > FEW || lists.length === 0) continue
      for (const row of await query(`select ${lists.map(({ name }) => `"${name}"`).join(', ')} from "${table}"`))
        chineseTexts.push(...findChineseOnlyTexts(resourceName, row))
    }
    expect([...new Set(chineseTexts)]).toEqual([])
  })
  it('has an English text beside each Chinese text with an English column', async () => {
    const query = getQuery()
    const missingTexts: string[] = []
    for (const { resources } of areaContracts)
      for (const { name, table, fields } of resources) {
        const pairs = Object.keys(fields).filter((field) => partnerOf(field) in fields)
        if (pairs.length === 0) continue
        const missing = pairs.map(
          (field) =>
            `count(*) filter (where "${toSnakeCase(field)}" ~ '[\u3400-\u9fff]' and coalesce("${toSnakeCase(partnerOf(field))}", '') = '')::int as "${field}"`,
        )
        const [counts] = await query<Record<string, number>>(`select ${missing.join(', ')} from "${table}"`)
        for (const [field, n] of Object.entries(counts!))
          if (n > 0) missingTexts.push(`${name}.${partnerOf(field)}: ${n}`)
      }
    expect(missingTexts).toEqual([])
  })
}

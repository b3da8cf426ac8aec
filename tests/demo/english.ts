/** The plant that is loaded in English, as the database has it: what statements wrote themselves as well. */
import { expect, it } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { toSnakeCase } from '@/server/db/columns'
import { mayBeChinese, onlyChinese, partnerOf } from './chinese'

type Query = <T>(text: string, values?: unknown[]) => Promise<T[]>
/** Tables of more rows hold in their lists what `rows` has looked at. */
const FEW = 1500

export function inEnglish(known: () => Query): void {
  const names = new Map(areaContracts.flatMap(({ resources }) => resources.map(({ table, name }) => [table, name])))
  it('has no Chinese sentence in any column of texts', async () => {
    const query = known()
    const columns = await query<{ table: string; name: string; type: string }>(
      `select table_name as table, column_name as name, data_type as type from information_schema.columns where table_schema = 'public' and table_name = any($1)`,
      [[...names.keys()]],
    )
    const found: string[] = []
    for (const [table, of] of names) {
      const own = columns.filter((one) => one.table === table)
      const all = own.map(({ name }) => name)
      const texts = own.filter(({ name, type }) => type === 'text' && !mayBeChinese(name, all))
      const said = await query<Record<string, string | null>>(
        `select ${[...texts.map(({ name }) => `min("${name}") filter (where "${name}" ~ '[\u3400-\u9fff]') as "${name}"`), 'count(*)::int as rows'].join(', ')} from "${table}"`,
      )
      const { rows, ...first } = said[0]! as Record<string, string | null> & { rows: unknown }
      found.push(...onlyChinese(of, first))
      const lists = own.filter(({ type }) => type === 'jsonb')
      if (Number(rows) > FEW || lists.length === 0) continue
      for (const row of await query(`select ${lists.map(({ name }) => `"${name}"`).join(', ')} from "${table}"`))
        found.push(...onlyChinese(of, row))
    }
    expect([...new Set(found)]).toEqual([])
  })
  it('has an English text in each column for one, beside the Chinese', async () => {
    const query = known()
    const found: string[] = []
    for (const { resources } of areaContracts)
      for (const { name, table, fields } of resources) {
        const pairs = Object.keys(fields).filter((field) => partnerOf(field) in fields)
        if (pairs.length === 0) continue
        const missing = pairs.map(
          (field) =>
            `count(*) filter (where "${toSnakeCase(field)}" ~ '[\u3400-\u9fff]' and coalesce("${toSnakeCase(partnerOf(field))}", '') = '')::int as "${field}"`,
        )
        const [counts] = await query<Record<string, number>>(`select ${missing.join(', ')} from "${table}"`)
        for (const [field, n] of Object.entries(counts!)) if (n > 0) found.push(`${name}.${partnerOf(field)}: ${n}`)
      }
    expect(found).toEqual([])
  })
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { getAreaEndpoints } from '@/contract/area'
import type { Endpoint } from '@/contract/endpoint'
import { createUuid7 } from '@/contract/id'
import type { Resource } from '@/contract/resource'
import { readSheet } from '@/server/excel/read-sheet'
import { createTestPlant, type Caller, type TestPlant } from '../server/harness'
import { buildSampleInput } from './sample'

// One loop over every resource: saved values equal read values, in both languages and through Excel.
let plant: TestPlant
let admin: Caller
beforeAll(async () => {
  plant = await createTestPlant()
  admin = await plant.as('admin')
}, 120_000)
afterAll(() => plant.close())

const resources = areaContracts.flatMap((a) => a.resources)
const endpointsOf = (r: Resource) => r.endpoints as Record<string, Endpoint>
type Row = Record<string, unknown> & { id: string; version: number }
const list = async (r: Resource, query: Record<string, unknown>, language: 'zh' | 'en' = 'zh') => {
  const answer = await admin.call(endpointsOf(r)['list']!, query, { language })
  expect([answer.errno, answer.errmsg], r.name).toEqual(['200', ''])
  return answer.data as { total: number; list: Row[]; refs: Record<string, string>; next: string | null }
}

const auditEntries = async (r: Resource): Promise<number> =>
  (await plant.query<{ n: number }>(`select count(*)::int as n from operation_log where resource = $1`, [r.name]))[0]!.n
const isSecret = (r: Resource, name: string): boolean => {
  const field = r.fields[name]
  return field?.kind === 'text' && field.secret === true
}
/** The same value with reversed object keys, as a database may return them. */
const backwards = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(backwards)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, one]) => [key, backwards(one)]),
  )
}

describe.each(resources.filter((r) => endpointsOf(r)['create']).map((r) => [r.name, r] as const))('%s', (_name, r) => {
  let row: Row
  test('saves repeated calls with one key once, and returns the given values', async () => {
    const input = await buildSampleInput(plant, admin, r)
    const key = createUuid7()
    const answer = await admin.call(endpointsOf(r)['create']!, input, { key })
    expect([answer.errno, answer.errmsg]).toEqual(['200', ''])
    row = answer.data as Row
    expect((await admin.call(endpointsOf(r)['create']!, input, { key })).data).toEqual(row)
    expect((await admin.call(endpointsOf(r)['create']!, { ...input, id: createUuid7() }, { key })).errno).toBe('6000') // another request
    // Secrets are accepted and never returned.
    const publicInput = Object.entries(input).filter(([name, v]) => typeof v !== 'object' && !isSecret(r, name))
    expect(row).toMatchObject(Object.fromEntries(publicInput))
    if (!endpointsOf(r)['list']) return
    const page = await list(r, { id: row.id })
    expect(page.list[0]).toEqual(row)
    expect(page.total).toBe(1)
  })
  test('appears in the audit log', async () => {
    const [log] = await plant.query<{ after: Record<string, unknown>; user_id: string }>(
      `select after, user_id from operation_log where row_id = $1 and action = 'insert'`,
      [row.id],
    )
    expect(log?.user_id).toBe(admin.userId)
    expect(log?.after['id']).toBe(row.id)
  })
  test('is exported with headings in both languages', async () => {
    const endpoint = endpointsOf(r)['export']
    if (!endpoint) return
    for (const language of ['zh', 'en'] as const) {
      const answer = await admin.call(endpoint, {}, { language })
      expect(answer.headers['content-type']).toContain('spreadsheetml')
      const sheet = await readSheet(answer.bytes)
      expect(sheet.rows.length).toBeGreaterThan(0)
      expect(sheet.header.every((h) => h !== '' && !h.includes('.fields.'))).toBe(true)
    }
  })
  test('a reimported export changes nothing', async () => {
    const { export: out, import: into } = endpointsOf(r) as { export?: Endpoint; import?: Endpoint }
    if (!out || !into || !r.importKey.length) return
    const initialPage = await list(r, { size: 500 })
    const audited = await auditEntries(r)
    const { bytes } = await admin.call(out, {})
    const path = into.routes[0]!.split(' ')[1]!
    const trial = await admin.upload(path, bytes, { dryRun: 'true' })
    expect([trial.errno, trial.errmsg]).toEqual(['200', ''])
    expect(trial.data as unknown).toMatchObject({ dryRun: true, created: 0, updated: 0, unchanged: initialPage.total })
    const answer = await admin.upload(path, bytes)
    expect(answer.data as unknown).toMatchObject({
      dryRun: false,
      created: 0,
      updated: 0,
      unchanged: initialPage.total,
    })
    expect((await list(r, { size: 500 })).list).toEqual(initialPage.list)
    expect(await auditEntries(r)).toBe(audited)
  })
  test('saving unchanged values changes nothing and notifies nobody', async () => {
    const endpoint = endpointsOf(r)['update']
    if (!endpoint) return
    const audited = await auditEntries(r)
    const publishedChanges: unknown[] = []
    const stop = plant.app.changes.subscribe((...change) => publishedChanges.push(change))
    const inputNames = Object.keys(endpoint.input).filter(
      (name) => !['id', 'version'].includes(name) && !isSecret(r, name),
    )
    const again = Object.fromEntries(inputNames.map((name) => [name, backwards(row[name])]))
    const answer = await admin.call(endpoint, { ...again, id: row.id, version: row.version })
    stop()
    expect([answer.errno, answer.errmsg]).toEqual(['200', ''])
    expect(answer.data).toEqual(row)
    expect(await auditEntries(r)).toBe(audited)
    expect(publishedChanges).toEqual([])
  })
  test('has a template to fill in', async () => {
    const endpoint = endpointsOf(r)['template']
    if (!endpoint) return
    const { bytes } = await admin.call(endpoint, {})
    const sheet = await readSheet(bytes)
    expect(sheet.rows).toEqual([])
    expect(sheet.header.length).toBeGreaterThan(1)
  })
  test('filters, sorts and pages without an error', async () => {
    if (!endpointsOf(r)['list']) return
    for (const sort of [
      ...Object.keys(r.fields).filter(
        (n) => !['references', 'image', 'file', 'list', 'series', 'custom'].includes(r.fields[n]!.kind),
      ),
      'createdAt',
    ]) {
      for (const down of ['', '-']) await list(r, { sort: `${down}${sort}`, size: 2 })
    }
    await list(r, { keyword: `%_\\'"` })
    const bad = await admin.call(endpointsOf(r)['list']!, { after: 'rubbish' })
    expect(bad.errno).toBe('4013')
  })
})

describe('pages by key', () => {
  test('give every row once, in the same order as pages by number', async () => {
    const role = resources.find((r) => r.name === 'role')!
    for (const sort of ['name', '-name', 'note', '-note', 'createdAt']) {
      const all = (await list(role, { size: 500, sort })).list.map((r) => r.id)
      const byKey: string[] = []
      let cursor: string | null | undefined
      do {
        const page = await list(role, { size: 3, sort, ...(cursor ? { after: cursor } : {}) })
        byKey.push(...page.list.map((r) => r.id))
        cursor = page.next
        expect(page.total).toBe(all.length)
      } while (cursor)
      expect(byKey, sort).toEqual(all)
    }
  })
})

test('partial updates cannot clear required fields', () => {
  const emptied = areaContracts.flatMap((area) =>
    getAreaEndpoints(area)
      .filter(({ partial }) => partial)
      .flatMap(({ name, input }) => {
        const of = resources.find((r) => r.name === name.split('.')[0])
        return Object.keys(input)
          .filter((field) => of?.fields[field]?.required && of.fields[field].kind === input[field]!.kind)
          .filter((field) => !input[field]!.required)
          .map((field) => `${name} ${field}`)
      }),
  )
  expect(emptied).toEqual([])
})

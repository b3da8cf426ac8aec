import { expect, test } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { getAreaEndpoints } from '@/contract/area'
import { combinedOutput, listOutput, objectOutput, pageOutput, type Output } from '@/contract/endpoint'
import { list, reference, text, type Field, type Fields } from '@/contract/field'
import type { Resource } from '@/contract/resource'
import type { Context } from '@/server/context'
import { fillNames } from '@/server/crud/fill-names'
import type { Sql } from '@/server/sql'

const ids = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const
const resources = areaContracts.flatMap((area): readonly Resource[] => area.resources)

/** A context whose database has rows of the given names by id. */
function createContext(names: Readonly<Record<string, string>>): { ctx: Context; queries: string[] } {
  const queries: string[] = []
  const ctx = {
    site: 1,
    language: 'zh',
    timeZone: 'Asia/Shanghai',
    t: (key: string) => key,
    person: null,
    app: { translations: {}, resources: new Map(resources.map((resource) => [resource.name, resource])) },
    query: async (statement: Sql) => {
      queries.push(JSON.stringify(statement))
      return Object.entries(names).map(([id, label]) => ({ id, label }))
    },
  }
  return { ctx: ctx as unknown as Context, queries }
}
const rowFields = {
  productId: reference('product'),
  product: text({ nameOf: 'productId' }),
  lineId: reference('line', { required: true }),
  line: text({ required: true, nameOf: 'lineId' }),
} as const

test('names are added to rows of every shape with one query per resource, and the rows of the handler stay', async () => {
  const { ctx, queries } = createContext({ [ids[0]]: 'SSMMS', [ids[1]]: 'Line 1' })
  const rows = [
    { productId: ids[0], lineId: ids[1] },
    { productId: null, lineId: ids[1] },
  ]
  const filledRows = [
    { productId: ids[0], product: 'SSMMS', lineId: ids[1], line: 'Line 1' },
    { productId: null, product: null, lineId: ids[1], line: 'Line 1' },
  ]
  expect(await fillNames(ctx, listOutput(rowFields), rows)).toEqual(filledRows)
  expect(queries).toHaveLength(2)
  expect(rows[0]).toEqual({ productId: ids[0], lineId: ids[1] })
  const frame = { total: 2, refs: {}, next: null }
  expect(await fillNames(ctx, pageOutput(rowFields), { ...frame, list: rows })).toEqual({ ...frame, list: filledRows })
  const nested = objectOutput({ rows: list(rowFields) })
  expect(await fillNames(ctx, nested, { rows })).toEqual({ rows: filledRows })
  expect(await fillNames(ctx, combinedOutput({ nested }), { nested: { rows } })).toEqual({
    nested: { rows: filledRows },
  })
})

test('without the row, a required name is the id and another one is empty', async () => {
  const { ctx } = createContext({})
  expect(await fillNames(ctx, objectOutput(rowFields), { productId: ids[0], lineId: ids[1] })).toEqual({
    productId: ids[0],
    product: null,
    lineId: ids[1],
    line: ids[1],
  })
})

test('an id in a field with nameOfRow is replaced by the name, without the row by the same rule', async () => {
  const { ctx, queries } = createContext({ [ids[0]]: 'SSMMS' })
  const fields = { product: text({ nameOfRow: 'product' }), other: text({ required: true, nameOfRow: 'product' }) }
  expect(await fillNames(ctx, objectOutput(fields), { product: ids[0], other: ids[0] })).toEqual({
    product: 'SSMMS',
    other: 'SSMMS',
  })
  expect(queries).toHaveLength(1)
  expect(await fillNames(ctx, objectOutput(fields), { product: ids[1], other: ids[1] })).toEqual({
    product: null,
    other: ids[1],
  })
  expect(await fillNames(ctx, listOutput(fields), [{ product: null, other: ids[0] }])).toEqual([
    { product: null, other: 'SSMMS' },
  ])
})

test('answers without such names are passed on as they are', async () => {
  const { ctx, queries } = createContext({})
  const answer = { productId: ids[0] }
  expect(await fillNames(ctx, objectOutput({ productId: reference('product') }), answer)).toBe(answer)
  expect(queries).toEqual([])
})

const getReferencedName = (field: Field | undefined) => (field?.kind === 'reference' ? field.to : undefined)
const listNameFields = (fields: Fields, path: string): { path: string; resource: string | undefined }[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'list'
      ? listNameFields(field.of, `${path}.${name}`)
      : field.kind === 'text' && (field.nameOf ?? field.nameOfRow) !== undefined
        ? [{ path: `${path}.${name}`, resource: field.nameOfRow ?? getReferencedName(fields[field.nameOf!]) }]
        : [],
  )
const listOutputNameFields = ({ fields, parts = {} }: Output, path: string): ReturnType<typeof listNameFields> => [
  ...listNameFields(fields, path),
  ...Object.entries(parts).flatMap(([name, part]) => listOutputNameFields(part, `${path}.${name}`)),
]

test('each name of the outputs belongs to a reference beside it or to a resource; inputs and tables have none', () => {
  const endpoints = areaContracts.flatMap(getAreaEndpoints)
  const names = endpoints.flatMap(({ name, output }) => listOutputNameFields(output, name))
  expect(names.length).toBeGreaterThan(20)
  const resourceNames = new Set(resources.map(({ name }) => name))
  expect(names.filter(({ resource }) => !resource || !resourceNames.has(resource)).map(({ path }) => path)).toEqual([])
  expect(endpoints.flatMap(({ name, input }) => listNameFields(input, name))).toEqual([])
  expect(resources.flatMap(({ name, fields }) => listNameFields(fields, name))).toEqual([])
})

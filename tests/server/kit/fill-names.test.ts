import { expect, test } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { getAreaEndpoints } from '@/contract/area'
import { combinedOutput, listOutput, objectOutput, pageOutput, type Output } from '@/contract/endpoint'
import { list, reference, text, type Fields } from '@/contract/field'
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

test('answers without such names are passed on as they are', async () => {
  const { ctx, queries } = createContext({})
  const answer = { productId: ids[0] }
  expect(await fillNames(ctx, objectOutput({ productId: reference('product') }), answer)).toBe(answer)
  expect(queries).toEqual([])
})

const listNameFields = (fields: Fields, path: string): { path: string; fields: Fields; nameOf: string }[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'list'
      ? listNameFields(field.of, `${path}.${name}`)
      : field.kind === 'text' && field.nameOf !== undefined
        ? [{ path: `${path}.${name}`, fields, nameOf: field.nameOf }]
        : [],
  )
const listOutputNameFields = ({ fields, parts = {} }: Output, path: string): ReturnType<typeof listNameFields> => [
  ...listNameFields(fields, path),
  ...Object.entries(parts).flatMap(([name, part]) => listOutputNameFields(part, `${path}.${name}`)),
]

test('each name of the outputs belongs to a reference beside it; inputs and tables have none', () => {
  const endpoints = areaContracts.flatMap(getAreaEndpoints)
  const names = endpoints.flatMap(({ name, output }) => listOutputNameFields(output, name))
  expect(names.length).toBeGreaterThan(20)
  const isReference = ({ fields, nameOf }: (typeof names)[number]) => {
    const field = fields[nameOf]
    return field?.kind === 'reference' && resources.some(({ name }) => name === field.to)
  }
  expect(names.filter((name) => !isReference(name)).map(({ path }) => path)).toEqual([])
  expect(endpoints.flatMap(({ name, input }) => listNameFields(input, name))).toEqual([])
  expect(resources.flatMap(({ name, fields }) => listNameFields(fields, name))).toEqual([])
})

import { areaContracts } from '@/areas/contracts'
import { getAreaEndpoints } from '@/contract/area'
import type { Endpoint, Output } from '@/contract/endpoint'
import type { Field, FieldKind, FieldByKind, Fields } from '@/contract/field'

const endpoints = new Map<string, Endpoint>(
  areaContracts.flatMap((area) =>
    getAreaEndpoints(area).flatMap((one) => one.routes.map((route) => [route, one] as const)),
  ),
)

/** Lists where an answer differs from the output that its endpoint declares. Empty if it matches. */
export function findUndeclared(method: string, path: string, data: unknown): string[] {
  const endpoint = endpoints.get(`${method} ${path.split('?')[0]}`)
  if (!endpoint || endpoint.output.shape === 'blob') return []
  return checkAnswer(data, endpoint.output, endpoint.name)
}
function checkAnswer(data: unknown, { shape, fields, parts = {} }: Output, path: string): string[] {
  if (shape === 'none') return data === null ? [] : [`${path}: ${preview(data)} but the endpoint declares no data`]
  if (shape === 'one') return checkRow(data, fields, path)
  if (shape === 'many') return checkRows(data, fields, path)
  if (!isObject(data)) return [`${path}: ${preview(data)} is no ${shape}`]
  if (shape === 'together')
    return [
      ...Object.keys(data).flatMap((name) => (name in parts ? [] : [`${path}.${name} is not declared`])),
      ...Object.entries(parts).flatMap(([name, part]) => checkAnswer(data[name], part, `${path}.${name}`)),
    ]
  const frame = [
    ...(Number.isInteger(data['total']) ? [] : [`${path}.total: ${preview(data['total'])}`]),
    ...(isObject(data['refs']) && Object.values(data['refs']).every((name) => typeof name === 'string')
      ? []
      : [`${path}.refs: ${preview(data['refs'])}`]),
    ...(data['next'] === null || typeof data['next'] === 'string' ? [] : [`${path}.next: ${preview(data['next'])}`]),
  ]
  return [...frame, ...checkRows(data['list'], fields, `${path}.list`)]
}

const preview = (value: unknown): string => (JSON.stringify(value) ?? 'undefined').slice(0, 80)
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const checkRows = (value: unknown, of: Fields, at: string): string[] =>
  Array.isArray(value)
    ? [...new Set(value.flatMap((one) => checkRow(one, of, at)))]
    : [`${at}: ${preview(value)} is no list`]
function checkRow(value: unknown, of: Fields, at: string): string[] {
  if (!isObject(value)) return [`${at}: ${preview(value)} is no row`]
  return [
    ...Object.keys(value)
      .filter((name) => !(name in of))
      .map((name) => `${at}.${name} is not declared`),
    ...Object.entries(of).flatMap(([name, field]) => checkValue(value[name], field, `${at}.${name}`)),
  ]
}
function checkValue(value: unknown, field: Field, at: string): string[] {
  if (value === undefined || value === null) return field.required ? [`${at}: ${preview(value)}, and is required`] : []
  if (field.kind === 'list') return checkRows(value, field.of, at)
  return (isOfKind[field.kind] as (value: unknown, field: Field) => boolean)(value, field)
    ? []
    : [`${at}: ${preview(value)} is no ${field.kind}`]
}
const isText = (value: unknown): boolean => typeof value === 'string'
const isIdList = (value: unknown): boolean => Array.isArray(value) && value.every(isText)
const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value)
const isOfKind = {
  text: isText,
  note: isText,
  integer: Number.isInteger,
  amount: isNumber,
  choice: (value, { options }) => typeof value === 'string' && options.includes(value),
  flag: (value) => typeof value === 'boolean',
  day: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  moment: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value),
  reference: isText,
  references: isIdList,
  image: isIdList,
  file: isIdList,
  series: (value) =>
    [value].flat(2).every((one) => (typeof one === 'number' ? Number.isFinite(one) : typeof one === 'string')),
  custom: isObject,
} satisfies { [K in Exclude<FieldKind, 'list'>]: (value: unknown, field: FieldByKind<K>) => boolean }

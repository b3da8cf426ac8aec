import { areaContracts } from '@/areas/contracts'
import { getAreaEndpoints } from '@/contract/area'
import type { Endpoint, Output } from '@/contract/endpoint'
import type { Field, FieldKind, FieldByKind, Fields } from '@/contract/field'

const endpoints = new Map<string, Endpoint>(
  areaContracts.flatMap((area) =>
    getAreaEndpoints(area).flatMap((one) => one.routes.map((route) => [route, one] as const)),
  ),
)

/** What an answer carries that its endpoint does not declare, or declares differently: lines that say where. Empty when it is as declared. */
export function undeclaredIn(method: string, path: string, data: unknown): string[] {
  const endpoint = endpoints.get(`${method} ${path.split('?')[0]}`)
  if (!endpoint || endpoint.output.shape === 'blob') return []
  return answer(data, endpoint.output, endpoint.name)
}
function answer(data: unknown, { shape, fields: of, parts = {} }: Output, at: string): string[] {
  if (shape === 'none') return data === null ? [] : [`${at}: ${shown(data)} where nothing is declared`]
  if (shape === 'one') return row(data, of, at)
  if (shape === 'many') return rows(data, of, at)
  if (!isObject(data)) return [`${at}: ${shown(data)} is no ${shape}`]
  if (shape === 'together')
    return [
      ...Object.keys(data).flatMap((name) => (name in parts ? [] : [`${at}.${name} is not declared`])),
      ...Object.entries(parts).flatMap(([name, part]) => answer(data[name], part, `${at}.${name}`)),
    ]
  const frame = [
    ...(Number.isInteger(data['total']) ? [] : [`${at}.total: ${shown(data['total'])}`]),
    ...(isObject(data['refs']) && Object.values(data['refs']).every((name) => typeof name === 'string')
      ? []
      : [`${at}.refs: ${shown(data['refs'])}`]),
    ...(data['next'] === null || typeof data['next'] === 'string' ? [] : [`${at}.next: ${shown(data['next'])}`]),
  ]
  return [...frame, ...rows(data['list'], of, `${at}.list`)]
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'undefined').slice(0, 80)
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const rows = (value: unknown, of: Fields, at: string): string[] =>
  Array.isArray(value) ? [...new Set(value.flatMap((one) => row(one, of, at)))] : [`${at}: ${shown(value)} is no list`]
function row(value: unknown, of: Fields, at: string): string[] {
  if (!isObject(value)) return [`${at}: ${shown(value)} is no row`]
  return [
    ...Object.keys(value)
      .filter((name) => !(name in of))
      .map((name) => `${at}.${name} is not declared`),
    ...Object.entries(of).flatMap(([name, field]) => one(value[name], field, `${at}.${name}`)),
  ]
}
function one(value: unknown, field: Field, at: string): string[] {
  if (value === undefined || value === null) return field.required ? [`${at}: ${shown(value)}, and is required`] : []
  if (field.kind === 'list') return rows(value, field.of, at)
  return (kinds[field.kind] as (value: unknown, field: Field) => boolean)(value, field)
    ? []
    : [`${at}: ${shown(value)} is no ${field.kind}`]
}
const text = (value: unknown): boolean => typeof value === 'string'
const ids = (value: unknown): boolean => Array.isArray(value) && value.every(text)
const number = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value)
const kinds = {
  text,
  note: text,
  integer: Number.isInteger,
  amount: number,
  choice: (value, { options }) => typeof value === 'string' && options.includes(value),
  flag: (value) => typeof value === 'boolean',
  day: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  moment: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value),
  reference: text,
  references: ids,
  image: ids,
  file: ids,
  series: (value) =>
    [value].flat(2).every((one) => (typeof one === 'number' ? Number.isFinite(one) : typeof one === 'string')),
  custom: isObject,
} satisfies { [K in Exclude<FieldKind, 'list'>]: (value: unknown, field: FieldByKind<K>) => boolean }

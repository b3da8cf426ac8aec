import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { baseFields, isRange, type ListQuery, type Resource } from '@/contract/resource'
import { fromQuery } from '@/contract/schema'
import type { FilterValue } from '../fields/field-parts'
import type { Sort } from '../ui/DataTable'
import { AMONG, amongIn } from './among'

/** What of a list stands in the address: it survives a reload, and a link to it shows the same. */
export interface ListState {
  keyword: string
  filters: Record<string, FilterValue>
  sort: Sort | undefined
  /** Rows that it is narrowed to, as a card of Today counted them; none where it is not. */
  among: readonly string[]
  /** The row that is open. */
  id: string | null
  /** A form that is open: a new row, or the open row being changed. */
  form: 'new' | 'edit' | null
  /** The unsent command being corrected. */
  unsent: string | null
  query: ListQuery
  set: (
    change: Partial<Pick<ListState, 'keyword' | 'sort' | 'among' | 'id' | 'form' | 'unsent'>> & {
      filters?: Record<string, FilterValue>
    },
  ) => void
}
/** The filter parameters a resource's list takes. */
export const filterNames = (resource: Resource): string[] =>
  resource.filters.flatMap((name) => {
    const field = resource.fields[name]
    return field && isRange(field) ? [`${name}From`, `${name}To`] : [name]
  })
/** An address may be that of another tab's list: what this one has no such column or option for, it does not ask. */
function knownSort(resource: Resource, more: readonly string[], asked: string | null): string | null {
  const name = asked?.replace(/^-/, '') ?? ''
  return more.includes(name) || [baseFields, resource.fields].some((of) => Object.hasOwn(of, name)) ? asked : null
}
function knownOptions(resource: Resource, name: string, asked: string | null): string | null {
  const field = resource.fields[name]
  if (field?.kind !== 'choice' || !asked) return asked
  const known = asked.split(',').filter((one) => field.options.includes(one))
  return known.join(',') || null
}
/** The fields that a list is filtered by: one for a range, whichever ends it has. */
export const filteredBy = (resource: Resource, filters: Readonly<Record<string, FilterValue>>): string[] =>
  resource.filters.filter((name) => [name, `${name}From`, `${name}To`].some((key) => filters[key] !== undefined))
const present = (values: Record<string, FilterValue>) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  )

const none: readonly string[] = []
/** @param sorts what a call of its own sorts by besides the resource's fields */
export function useListState(
  resource: Resource,
  fixed?: Readonly<Record<string, FilterValue>>,
  sorts: readonly string[] = none,
): ListState {
  const [current, setParams] = useSearchParams()
  const text = current.toString() // the object is new at each render
  return useMemo(() => {
    const params = new URLSearchParams(text)
    const names = filterNames(resource)
    const given = Object.fromEntries(
      names.flatMap((name) => (params.has(name) ? [[name, knownOptions(resource, name, params.get(name))]] : [])),
    )
    const filters = present(fromQuery(resource.endpoints.list?.input ?? {}, given) as Record<string, FilterValue>)
    const order = knownSort(resource, sorts, params.get('sort'))
    const keyword = params.get('q') ?? ''
    const among = amongIn(params)
    const sort = order ? { id: order.replace(/^-/, ''), descending: order.startsWith('-') } : undefined
    const query: ListQuery = {
      ...filters,
      ...fixed,
      size: 50,
      ...(keyword ? { keyword } : {}),
      ...(order ? { sort: order } : {}),
      ...(among.length > 0 ? { id: among.join(',') } : {}),
    }
    const state: ListState = {
      keyword,
      filters,
      sort,
      among,
      query,
      id: params.get('id'),
      form: params.get('new') ? 'new' : params.get('edit') ? 'edit' : null,
      unsent: params.get('unsent'),
      set(change) {
        setParams(
          (now) => {
            const next = new URLSearchParams(now)
            const put = (key: string, value: FilterValue) =>
              value === null || value === undefined || value === '' ? next.delete(key) : next.set(key, String(value))
            if ('keyword' in change) put('q', change.keyword)
            if ('id' in change) put('id', change.id)
            if ('unsent' in change) put('unsent', change.unsent)
            if ('sort' in change) put('sort', change.sort ? (change.sort.descending ? '-' : '') + change.sort.id : null)
            if (change.among) put(AMONG, change.among.join(','))
            if ('form' in change) {
              put('new', change.form === 'new' ? 1 : null)
              put('edit', change.form === 'edit' ? 1 : null)
            }
            if (change.filters) for (const name of names) put(name, change.filters[name])
            return next
            // A form that was saved or left is not what "back" leads to.
          },
          { replace: change.form === null || (!('id' in change) && !('form' in change)) },
        )
      },
    }
    return state
  }, [resource, fixed, sorts, text, setParams])
}

import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { baseFields, isRangeFiltered, type ListQuery, type Resource } from '@/contract/resource'
import { parseQuery } from '@/contract/schema'
import type { FilterValue } from '../fields/field-parts'
import type { Sort } from '../ui/DataTable'
import { ROW_IDS_PARAM, parseRowIds } from './narrowed-rows'

/** State of a list in the address: it survives a reload and can be shared as a link. */
export interface ListState {
  keyword: string
  filters: Record<string, FilterValue>
  sort: Sort | undefined
  /** Rows that the list is narrowed to, as counted by a Today card; empty if not narrowed. */
  among: readonly string[]
  /** Id of the open row. */
  id: string | null
  /** Open form: a new row, or the open row being changed. */
  form: 'new' | 'edit' | null
  /** Id of the unsent command being corrected. */
  unsent: string | null
  query: ListQuery
  set: (
    change: Partial<Pick<ListState, 'keyword' | 'sort' | 'among' | 'id' | 'form' | 'unsent'>> & {
      filters?: Record<string, FilterValue>
    },
  ) => void
}
/** Returns the filter parameters of a resource's list. */
export const getFilterNames = (resource: Resource): string[] =>
  resource.filters.flatMap((name) => {
    const field = resource.fields[name]
    return field && isRangeFiltered(field) ? [`${name}From`, `${name}To`] : [name]
  })
/** Drops a sort column that this list does not have: the address may come from another tab's list. */
function dropUnknownSort(resource: Resource, more: readonly string[], asked: string | null): string | null {
  const name = asked?.replace(/^-/, '') ?? ''
  return more.includes(name) || [baseFields, resource.fields].some((of) => Object.hasOwn(of, name)) ? asked : null
}
function dropUnknownOptions(resource: Resource, name: string, asked: string | null): string | null {
  const field = resource.fields[name]
  if (field?.kind !== 'choice' || !asked) return asked
  const validOptions = asked.split(',').filter((one) => field.options.includes(one))
  return validOptions.join(',') || null
}
/** Returns the fields a list is filtered by: one for a range, whichever ends are set. */
export const getFilteredFields = (resource: Resource, filters: Readonly<Record<string, FilterValue>>): string[] =>
  resource.filters.filter((name) => [name, `${name}From`, `${name}To`].some((key) => filters[key] !== undefined))
const omitEmpty = (values: Record<string, FilterValue>) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  )

const NO_SORTS: readonly string[] = []
/** Returns the state of a list from the address. @param sorts further sort names of a custom endpoint */
export function useListState(
  resource: Resource,
  fixed?: Readonly<Record<string, FilterValue>>,
  sorts: readonly string[] = NO_SORTS,
): ListState {
  const [current, setParams] = useSearchParams()
  const text = current.toString() // the object is new at each render
  return useMemo(() => {
    const params = new URLSearchParams(text)
    const names = getFilterNames(resource)
    const requestedFilters = Object.fromEntries(
      names.flatMap((name) => (params.has(name) ? [[name, dropUnknownOptions(resource, name, params.get(name))]] : [])),
    )
    const filters = omitEmpty(
      parseQuery(resource.endpoints.list?.input ?? {}, requestedFilters) as Record<string, FilterValue>,
    )
    const order = dropUnknownSort(resource, sorts, params.get('sort'))
    const keyword = params.get('q') ?? ''
    const among = parseRowIds(params)
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
            if (change.among) put(ROW_IDS_PARAM, change.among.join(','))
            if ('form' in change) {
              put('new', change.form === 'new' ? 1 : null)
              put('edit', change.form === 'edit' ? 1 : null)
            }
            if (change.filters) for (const name of names) put(name, change.filters[name])
            return next
            // Replaces the history entry, so that "back" does not reopen a saved or closed form.
          },
          { replace: change.form === null || (!('id' in change) && !('form' in change)) },
        )
      },
    }
    return state
  }, [resource, fixed, sorts, text, setParams])
}

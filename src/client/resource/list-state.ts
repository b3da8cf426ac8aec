import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { baseFields, isRangeFiltered, type ListQuery, type Resource } from '@/contract/resource'
import { parseQuery } from '@/contract/schema'
import type { FilterValue } from '../fields/field-parts'
import type { Sort } from '../ui/DataTable'
import { ROW_IDS_PARAM, parseRowIds } from '@/client/use-query-params'

/** State of a list in the address: it survives a reload and can be shared as a link. */
export interface ListState {
  keyword: string
  filters: Record<string, FilterValue>
  sort: Sort | undefined
  /** Rows that the list is narrowed to, as counted by a Today card; empty if not narrowed. */
  rowIds: readonly string[]
  /** Id of the open row. */
  id: string | null
  /** Open form: a new row, or the open row being changed. */
  form: 'new' | 'edit' | null
  /** Id of the unsent command being corrected. */
  unsent: string | null
  query: ListQuery
  set: (
    change: Partial<Pick<ListState, 'keyword' | 'sort' | 'rowIds' | 'id' | 'form' | 'unsent'>> & {
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
function dropUnknownSort(
  resource: Resource,
  furtherNames: readonly string[],
  requestedSort: string | null,
): string | null {
  const name = requestedSort?.replace(/^-/, '') ?? ''
  return furtherNames.includes(name) || [baseFields, resource.fields].some((fields) => Object.hasOwn(fields, name))
    ? requestedSort
    : null
}
function dropUnknownOptions(resource: Resource, name: string, requestedOptions: string | null): string | null {
  const field = resource.fields[name]
  if (field?.kind !== 'choice' || !requestedOptions) return requestedOptions
  const validOptions = requestedOptions.split(',').filter((option) => field.options.includes(option))
  return validOptions.join(',') || null
}
/** Returns the fields by which a list is filtered. A range counts as one field, even if only one end is set. */
export const getFilteredFields = (resource: Resource, filters: Readonly<Record<string, FilterValue>>): string[] =>
  resource.filters.filter((name) => [name, `${name}From`, `${name}To`].some((key) => filters[key] !== undefined))
const omitEmpty = (values: Record<string, FilterValue>) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  )

const PAGE_SIZE = 50
const NO_SORTS: readonly string[] = []
/**
 * Returns the state of a list from the address.
 * @param furtherSortNames names that a custom endpoint can sort by, besides the fields of the resource
 */
export function useListState(
  resource: Resource,
  fixedFilters?: Readonly<Record<string, FilterValue>>,
  furtherSortNames: readonly string[] = NO_SORTS,
): ListState {
  const [searchParams, setParams] = useSearchParams()
  const searchText = searchParams.toString() // for the memo: `searchParams` is a new object at each render
  return useMemo(() => {
    const params = new URLSearchParams(searchText)
    const filterNames = getFilterNames(resource)
    const requestedFilters = Object.fromEntries(
      filterNames.flatMap((name) =>
        params.has(name) ? [[name, dropUnknownOptions(resource, name, params.get(name))]] : [],
      ),
    )
    const filters = omitEmpty(
      parseQuery(resource.endpoints.list?.input ?? {}, requestedFilters) as Record<string, FilterValue>,
    )
    const sortText = dropUnknownSort(resource, furtherSortNames, params.get('sort'))
    const keyword = params.get('q') ?? ''
    const rowIds = parseRowIds(params)
    const sort = sortText ? { id: sortText.replace(/^-/, ''), descending: sortText.startsWith('-') } : undefined
    const query: ListQuery = {
      ...filters,
      ...fixedFilters,
      size: PAGE_SIZE,
      ...(keyword ? { keyword } : {}),
      ...(sortText ? { sort: sortText } : {}),
      ...(rowIds.length > 0 ? { id: rowIds.join(',') } : {}),
    }
    const state: ListState = {
      keyword,
      filters,
      sort,
      rowIds,
      query,
      id: params.get('id'),
      form: params.get('new') ? 'new' : params.get('edit') ? 'edit' : null,
      unsent: params.get('unsent'),
      set(change) {
        setParams(
          (currentParams) => {
            const next = new URLSearchParams(currentParams)
            const setParam = (key: string, value: FilterValue) =>
              value === null || value === undefined || value === '' ? next.delete(key) : next.set(key, String(value))
            if ('keyword' in change) setParam('q', change.keyword)
            if ('id' in change) setParam('id', change.id)
            if ('unsent' in change) setParam('unsent', change.unsent)
            if ('sort' in change)
              setParam('sort', change.sort ? (change.sort.descending ? '-' : '') + change.sort.id : null)
            if (change.rowIds) setParam(ROW_IDS_PARAM, change.rowIds.join(','))
            if ('form' in change) {
              setParam('new', change.form === 'new' ? 1 : null)
              setParam('edit', change.form === 'edit' ? 1 : null)
            }
            if (change.filters) for (const name of filterNames) setParam(name, change.filters[name])
            return next
          },
          // Only opening a row or form adds a history entry. Closing a form replaces the entry, so that "back" does not
          // reopen the form.
          { replace: change.form === null || (!('id' in change) && !('form' in change)) },
        )
      },
    }
    return state
  }, [resource, fixedFilters, furtherSortNames, searchText, setParams])
}

import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { MOST_OPTIONS, resourceOptions } from '@/contract/kit'
import { isUnreachable } from '../api/api-error'
import { call } from '../api/call'
import { phone, type Option } from '../api/phone'

export interface Options {
  list: Option[]
  /** How many match, where that is more than are listed; of the server it is only known that there may be more. */
  total: number
  offline: boolean
  busy: boolean
  /** They could not be had. */
  error: Error | null
  again: () => void
}
async function search(of: string, keyword: string, ids: string): Promise<Pick<Options, 'list' | 'total' | 'offline'>> {
  try {
    const list = await call(resourceOptions, { of, keyword, ids }, { quiet: true, timeout: 8000 })
    return { list, total: list.length, offline: false }
  } catch (error) {
    if (!isUnreachable(error)) throw error
    const all = await (await phone()).findOptions(of, keyword, ids ? ids.split(',') : [])
    return { list: ids ? all : all.slice(0, MOST_OPTIONS), total: all.length, offline: true }
  }
}
/** Rows of a resource for a pick-list, by keyword; from the shift pack when the server cannot be reached. */
export function useOptions(of: string, keyword: string, enabled: boolean): Options {
  const wanted = useDeferredValue(keyword)
  const { data, isFetching, error, refetch } = useQuery({
    queryKey: [[of], 'options', of, wanted],
    queryFn: () => search(of, wanted, ''),
    enabled,
    staleTime: 30_000,
    persister: undefined,
  })
  return {
    list: data?.list ?? [],
    total: data?.total ?? 0,
    offline: data?.offline ?? false,
    busy: isFetching || wanted !== keyword,
    error: data ? null : error,
    again: () => void refetch(),
  }
}
/** Display names of given rows; those already known are not asked for. */
export function useNames(
  of: string,
  ids: readonly string[],
  known: Readonly<Record<string, string>>,
): Record<string, string> {
  const missing = ids.filter((id) => !known[id]).join(',')
  const { data } = useQuery({
    queryKey: [[of], 'names', of, missing],
    queryFn: () => search(of, '', missing),
    enabled: missing !== '',
    staleTime: 5 * 60_000,
  })
  return { ...Object.fromEntries((data?.list ?? []).map((option) => [option.id, option.label])), ...known }
}

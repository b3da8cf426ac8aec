import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { MAX_PICK_LIST_OPTIONS, resourceOptions } from '@/contract/kit'
import { isServerUnreachable } from '../api/api-error'
import { callEndpoint } from '../api/call-endpoint'
import { getPhoneStore, type Option } from '../api/phone'

/** Time, ms, to wait for the server's options before those on this phone are used. */
const OPTIONS_TIMEOUT_MS = 8000
const OPTIONS_STALE_MS = 30_000
const NAMES_STALE_MS = 5 * 60_000

export interface PickListOptions {
  list: Option[]
  /**
   * Number of matches on this phone, which may be more than the listed rows. For the server's answer it is the number
   * of listed rows, because the server does not count further matches.
   */
  total: number
  isOffline: boolean
  isBusy: boolean
  /** Error if the options could not be loaded. */
  error: Error | null
  refetch: () => void
}
/** Fetches the rows that match the keyword, or the rows with these ids (separated by commas). */
async function fetchOptions(
  resource: string,
  keyword: string,
  joinedIds: string,
): Promise<Pick<PickListOptions, 'list' | 'total' | 'isOffline'>> {
  try {
    const list = await callEndpoint(
      resourceOptions,
      { of: resource, keyword, ids: joinedIds },
      { quiet: true, timeoutMs: OPTIONS_TIMEOUT_MS },
    )
    return { list, total: list.length, isOffline: false }
  } catch (error) {
    if (!isServerUnreachable(error)) throw error
    const matches = await (await getPhoneStore()).findOptions(resource, keyword, joinedIds ? joinedIds.split(',') : [])
    return {
      list: joinedIds ? matches : matches.slice(0, MAX_PICK_LIST_OPTIONS),
      total: matches.length,
      isOffline: true,
    }
  }
}
/** Searches rows of a resource by keyword for a pick-list; uses the shift pack if the server is unreachable. */
export function useOptions(resource: string, keyword = '', { enabled = true } = {}): PickListOptions {
  const deferredKeyword = useDeferredValue(keyword)
  const { data, isFetching, error, refetch } = useQuery({
    queryKey: [[resource], 'options', resource, deferredKeyword],
    queryFn: () => fetchOptions(resource, deferredKeyword, ''),
    enabled,
    staleTime: OPTIONS_STALE_MS,
    persister: undefined,
  })
  return {
    list: data?.list ?? [],
    total: data?.total ?? 0,
    isOffline: data?.isOffline ?? false,
    isBusy: isFetching || deferredKeyword !== keyword,
    error: data ? null : error,
    refetch: () => void refetch(),
  }
}
/** Returns display names of rows; names in `knownNames` are not requested again. */
export function useNames(
  resource: string,
  ids: readonly string[],
  knownNames: Readonly<Record<string, string>>,
): Record<string, string> {
  const missingIds = ids.filter((id) => !knownNames[id]).join(',')
  const { data } = useQuery({
    queryKey: [[resource], 'names', resource, missingIds],
    queryFn: () => fetchOptions(resource, '', missingIds),
    enabled: missingIds !== '',
    staleTime: NAMES_STALE_MS,
  })
  return { ...Object.fromEntries((data?.list ?? []).map((option) => [option.id, option.label])), ...knownNames }
}

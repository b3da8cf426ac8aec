import type { Endpoint, Page } from '@/contract/endpoint'
import { toSearchText } from '@/contract/language'
import type { ListQuery, Resource } from '@/contract/resource'
import { callEndpoint } from '@/client/api/call-endpoint'
import { parseLabel } from '@/plant/rules/label'
import { jumboRoll } from '../../contract/jumbo-roll'

/** Timeout of the lookup, ms. Nobody points a phone at a label for longer. */
const LOOKUP_TIMEOUT_MS = 5000
type ListEndpoint = Endpoint<ListQuery, Page<{ id: string; number: string | null }>>

/**
 * Loads the rows of some resources with a number from the server. Ignores upper and lower case, full and half width.
 */
export async function findRowsByNumber(
  resources: readonly Resource[],
  number: string,
): Promise<{ resource: string; id: string; label: string }[]> {
  const hits = await Promise.all(
    resources.map(async ({ name, endpoints }) => {
      const page = await callEndpoint(
        endpoints.list as ListEndpoint,
        { keyword: number, size: 5 },
        { quiet: true, timeoutMs: LOOKUP_TIMEOUT_MS },
      )
      return page.list
        .filter((row) => toSearchText(row.number ?? '') === toSearchText(number))
        .map((row) => ({ resource: name, id: row.id, label: row.number ?? '' }))
    }),
  )
  return hits.flat()
}
/** Finds the jumbo with a scanned number on the server, for numbers that this phone does not know. */
export async function findJumboByCode(text: string): Promise<{ resource: string; id: string; label: string }[]> {
  const { kind, code } = parseLabel(text)
  return kind === 'jumboRoll' || kind === 'unknown' ? findRowsByNumber([jumboRoll], code) : []
}

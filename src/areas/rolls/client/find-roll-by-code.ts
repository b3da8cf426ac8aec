import type { Resource } from '@/contract/resource'
import { callEndpoint } from '@/client/api/call-endpoint'
import type { Endpoint, Page } from '@/contract/endpoint'
import type { ListQuery } from '@/contract/resource'
import { parseLabel } from '@/plant/rules/label'
import { jumboRoll } from '../contract/jumbo-roll'
import { rollPackage, slitRoll } from '../contract/slitting'

/** Timeout of the lookup, ms: nobody holds a phone to a label for longer. */
const LOOKUP_TIMEOUT_MS = 5000
const resourcesByKind: Readonly<Record<string, Resource>> = {
  jumboRoll,
  slitRoll,
  package: rollPackage,
}
type ListEndpoint = Endpoint<ListQuery, Page<{ id: string; number: string | null }>>

/** Asks the server for the roll or package with a scanned number that this phone does not know. */
export async function findRollByCode(text: string): Promise<{ resource: string; id: string; label: string }[]> {
  const scan = parseLabel(text)
  const kinds = scan.kind === 'unknown' ? ['jumboRoll', 'slitRoll'] : scan.kind in resourcesByKind ? [scan.kind] : []
  const hits = await Promise.all(
    kinds.map(async (kind) => {
      const rollPage = await callEndpoint(
        resourcesByKind[kind]!.endpoints.list as ListEndpoint,
        { keyword: scan.code, size: 5 },
        { quiet: true, timeoutMs: LOOKUP_TIMEOUT_MS },
      )
      return rollPage.list
        .filter((row) => row.number?.toUpperCase() === scan.code.toUpperCase())
        .map((row) => ({ resource: kind, id: row.id, label: row.number ?? '' }))
    }),
  )
  return hits.flat()
}

import { useMemo } from 'react'
import { useEndpoint } from '@/client/api/use-list'
import { autoHandover } from '../../contract/handover'
import type { Facts } from './FactsShown'
import type { HandoverRow } from './use-steps'

/** Kinds of rows whose change changes what the system knows of a shift. */
const behindFacts = [
  'handover',
  'jumboRoll',
  'slitRoll',
  'lineStop',
  'repair',
  'feed',
  'recycle',
  'workOrder',
  'cutting',
  'package',
  'inspectionRound',
  'dailyInspection',
  'postInspection',
  'processInspection1',
  'processInspection2',
  'firstInspection',
]
/**
 * The newest that this device has of a shift, this one unless the row is of another: what the system knows now, without a
 * network what it said last, or what stands in the draft where that is newer. Signed ones are those of the signature, once the
 * server has it: until then nobody has taken them.
 */
export function useFacts(lineId: string, row: HandoverRow | undefined, refs: Readonly<Record<string, string>>) {
  const waits = row !== undefined && 'pending' in row && row.pending !== undefined
  const signed = row && row.state !== 'draft' && !waits ? row.facts[0] : undefined
  const shift = row ? { businessDate: row.businessDate, shift: row.shift } : {}
  const live = useEndpoint(
    autoHandover,
    { lineId, ...shift },
    { resources: behindFacts, enabled: !signed, refreshEvery: 120_000 },
  )
  const names = useMemo(
    () => Object.fromEntries((live.data?.names ?? []).map(({ id, label }) => [id, label])),
    [live.data],
  )
  const kept = row?.facts[0]
  const facts: Facts | undefined = signed ?? newest(live.data, kept)
  return { facts, names: { ...refs, ...names }, live }
}
const newest = (one: Facts | undefined, other: Facts | undefined): Facts | undefined =>
  one && other ? (Date.parse(one.asOf) >= Date.parse(other.asOf) ? one : other) : (one ?? other)

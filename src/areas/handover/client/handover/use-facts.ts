import { useMemo } from 'react'
import { useEndpoint } from '@/client/api/use-list'
import { autoHandover } from '../../contract/handover'
import type { Facts } from './FactsShown'
import type { HandoverRow } from './use-steps'

/** Resources whose changes affect a snapshot. */
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
 * Returns the newest snapshot of a shift on this device: the live one, offline the last one received, or that of the
 * draft if newer. Without a row, it is the current shift. Signed handovers keep the snapshot of the signature, but only
 * after the server has accepted it.
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

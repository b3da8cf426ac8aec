import { useMemo } from 'react'
import { useEndpoint } from '@/client/api/use-list'
import { autoHandover } from '../../contract/handover'
import type { ShiftSnapshotData } from './ShiftSnapshotView'
import type { HandoverRow } from './use-handover-commands'

/** Resources whose changes affect a snapshot. */
const SNAPSHOT_RESOURCES = [
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
export function useShiftSnapshot(lineId: string, row: HandoverRow | undefined, refs: Readonly<Record<string, string>>) {
  const isPending = row !== undefined && 'pending' in row && row.pending !== undefined
  const signedSnapshot = row && row.state !== 'draft' && !isPending ? row.facts[0] : undefined
  const shift = row ? { businessDate: row.businessDate, shift: row.shift } : {}
  const live = useEndpoint(
    autoHandover,
    { lineId, ...shift },
    { resources: SNAPSHOT_RESOURCES, enabled: !signedSnapshot, refreshEvery: 120_000 },
  )
  const liveNames = useMemo(
    () => Object.fromEntries((live.data?.names ?? []).map(({ id, label }) => [id, label])),
    [live.data],
  )
  const storedSnapshot = row?.facts[0]
  const snapshot: ShiftSnapshotData | undefined = signedSnapshot ?? getNewest(live.data, storedSnapshot)
  return { facts: snapshot, names: { ...refs, ...liveNames }, live }
}
const getNewest = (
  one: ShiftSnapshotData | undefined,
  other: ShiftSnapshotData | undefined,
): ShiftSnapshotData | undefined =>
  one && other ? (Date.parse(one.asOf) >= Date.parse(other.asOf) ? one : other) : (one ?? other)

import { useMemo } from 'react'
import { useEndpoint } from '@/client/api/use-list'
import { lineSnapshot } from '../../contract/handover'
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
 * Returns the newest snapshot of a shift on this device. Without a row, the shift is the current one. An unsigned
 * handover gets the live snapshot (offline: the last received one), or the snapshot of its draft if that is newer. A
 * handover whose signature the server has accepted keeps the snapshot of the signature.
 */
export function useShiftSnapshot(lineId: string, row: HandoverRow | undefined, refs: Readonly<Record<string, string>>) {
  const isPending = row !== undefined && 'pending' in row && row.pending !== undefined
  const signedSnapshot = row && row.state !== 'draft' && !isPending ? row.facts[0] : undefined
  const shift = row ? { businessDate: row.businessDate, shift: row.shift } : {}
  const liveQuery = useEndpoint(
    lineSnapshot,
    { lineId, ...shift },
    { resources: SNAPSHOT_RESOURCES, enabled: !signedSnapshot, refreshIntervalMs: 120_000 },
  )
  const liveNames = useMemo(
    () => Object.fromEntries((liveQuery.data?.names ?? []).map(({ id, label }) => [id, label])),
    [liveQuery.data],
  )
  const storedSnapshot = row?.facts[0]
  const snapshot: ShiftSnapshotData | undefined = signedSnapshot ?? getNewest(liveQuery.data, storedSnapshot)
  return { snapshot, names: { ...refs, ...liveNames }, live: liveQuery }
}
function getNewest(
  snapshot: ShiftSnapshotData | undefined,
  otherSnapshot: ShiftSnapshotData | undefined,
): ShiftSnapshotData | undefined {
  if (!snapshot || !otherSnapshot) return snapshot ?? otherSnapshot
  return Date.parse(snapshot.asOf) >= Date.parse(otherSnapshot.asOf) ? snapshot : otherSnapshot
}

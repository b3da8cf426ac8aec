import { useMemo } from 'react'
import { useList } from '@/client/api/use-list'
import { usePlantZone } from '@/client/session/plant-zone'
import { useNow } from '@/client/clock'
import { shiftRotation } from '@/plant/contract/rotation'
import { buildRotationHistory } from '@/plant/rules/rotation'
import { getShiftAt, type Shift } from '@/plant/rules/shift'

/** Returns the current shift of the plant by the rotation stored on this phone. */
export function useCurrentShift(): Shift {
  const zone = usePlantZone()
  const { rows } = useList(shiftRotation, { size: 500 })
  const minute = Math.floor(useNow() / 60_000)
  return useMemo(
    () => getShiftAt(new Date(minute * 60_000).toISOString(), buildRotationHistory(rows), zone),
    [rows, minute, zone],
  )
}

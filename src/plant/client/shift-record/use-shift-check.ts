import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { getPlantNow } from '@/client/clock'
import type { FormCheck } from '@/client/resource/CommandForm'
import { usePlantZone } from '@/client/session/plant-zone'
import { shiftRotation } from '../../contract/rotation'
import { buildRotationHistory } from '../../rules/rotation'
import { getShiftsByName } from '../../rules/shift'
import { validateRecordShifts } from '../../rules/record-shift'

/**
 * Returns a form check that applies the server's rules to day and shift. `previousValues`: stored values, which are not
 * checked again.
 */
export function useShiftCheck(previousValues?: Readonly<Record<string, unknown>>): FormCheck {
  const { t } = useTranslation('contract')
  const zone = usePlantZone()
  const { rows } = useList(shiftRotation, { size: 500 })
  return useCallback(
    ({ businessDate, shift }) => {
      if (typeof businessDate !== 'string') return []
      const shiftName = typeof shift === 'string' && shift ? shift : null
      if (
        previousValues &&
        previousValues['businessDate'] === businessDate &&
        (previousValues['shift'] ?? null) === shiftName
      )
        return []
      const problem = validateRecordShifts(
        getShiftsByName(businessDate, shiftName, buildRotationHistory(rows), zone),
        getPlantNow(),
      )
      return problem ? [{ name: 'businessDate', message: t(`errors.issue.${problem}`) }] : []
    },
    [previousValues, rows, t, zone],
  )
}

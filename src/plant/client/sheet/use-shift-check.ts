import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { plantNow } from '@/client/clock'
import type { FormCheck } from '@/client/resource/CommandForm'
import { usePlantZone } from '@/client/session/zone'
import { shiftRotation } from '../../contract/rotation'
import { rotationOf } from '../../rules/rotation'
import { shiftsNamed } from '../../rules/shift'
import { sheetShiftProblem } from '../../rules/sheet-shift'

/**
 * Returns a form check that applies the server's rules to day and shift. `previousValues`: stored values, which are not
 * checked again.
 */
export function useShiftCheck(before?: Readonly<Record<string, unknown>>): FormCheck {
  const { t } = useTranslation('contract')
  const zone = usePlantZone()
  const { rows } = useList(shiftRotation, { size: 500 })
  return useCallback(
    ({ businessDate, shift }) => {
      if (typeof businessDate !== 'string') return []
      const named = typeof shift === 'string' && shift ? shift : null
      if (before && before['businessDate'] === businessDate && (before['shift'] ?? null) === named) return []
      const problem = sheetShiftProblem(shiftsNamed(businessDate, named, rotationOf(rows), zone), plantNow())
      return problem ? [{ name: 'businessDate', message: t(`errors.issue.${problem}`) }] : []
    },
    [before, rows, t, zone],
  )
}

import { useTranslation } from 'react-i18next'
import type { UnsentCommand } from '@/client/api/phone'
import { lookUpRow } from '@/client/api/look-up-rows'
import { getPlantMoment } from '@/client/clock'
import type { FormCheck, FormError } from '@/client/resource/CommandForm'
import { workOrder } from '@/areas/orders/contract/work-order'
import { jumboRoll } from '../../contract/jumbo-roll'
import { findDefectProblems, type Defect } from '../../rules/defect-map'
import { judgeWeight, calculateNetKg } from '../../rules/dimensions'
import { findSpanProblem } from '../../rules/downgrades'
import {
  calculateMaxPlausibleLengthNow,
  DEFAULT_TOLERANCE_PERCENT,
  findWoundLengthCorrection,
} from '../../rules/winding'

type RollInput = Partial<Record<'lengthM' | 'grossKg' | 'coreKg' | 'speed', number | null>> & {
  workOrderId?: string | null
  startedAt?: string | null
  occurredAt?: string | null
  defects?: readonly Defect[]
  downgrades?: readonly { fromM: number; toM: number }[]
}

/** Returns a check of a corrected roll command by the rules of the server. */
export function useRollCheck(unsent: UnsentCommand): FormCheck {
  const { t } = useTranslation(['rolls', 'contract'])
  return async (values) => {
    const input = values as RollInput
    const roll = unsent.entityId ? await lookUpRow(jumboRoll, unsent.entityId) : null
    const orderId = input.workOrderId ?? roll?.workOrderId
    const order = (input.lengthM || input.defects) && orderId ? await lookUpRow(workOrder, orderId) : null
    const lengthM = input.lengthM ?? roll?.lengthM ?? null
    const problems: FormError[] = []
    const startedAt = roll?.startedAt ?? input.startedAt
    if (order && input.lengthM) {
      const doffedAt = roll?.doffedAt ?? input.occurredAt ?? unsent.occurredAt ?? getPlantMoment()
      const speed = input.speed ?? roll?.speed ?? null
      const plausibleM = findWoundLengthCorrection(input.lengthM, order.jumboLengthM, {
        speed,
        startedAt: startedAt ?? doffedAt,
        doffedAt,
      })
      if (plausibleM !== null)
        problems.push({
          name: 'lengthM',
          message: t('refusals.lengthSlip', { length: input.lengthM, expected: Math.round(plausibleM) }),
        })
    }
    if (input.grossKg != null) {
      const kg = calculateNetKg({ grossKg: input.grossKg, coreKg: input.coreKg ?? roll?.coreKg ?? null }) ?? 0
      const verdict = judgeWeight(kg, roll?.expectedKg ?? null, DEFAULT_TOLERANCE_PERCENT)
      if (verdict.verdict === 'refused')
        problems.push({
          name: 'grossKg',
          message:
            verdict.reason === 'notPositive'
              ? t('refusals.weightNotPositive')
              : t('refusals.weightSlip', { kg, expected: Math.round(verdict.expected ?? 0) }),
        })
    }
    const outsideMessage = t('pages.downgrade.metresWrong')
    if (lengthM !== null && (input.downgrades ?? []).some((line) => findSpanProblem(line, lengthM)))
      problems.push({ name: 'downgrades', message: outsideMessage })
    const maxLengthM = roll
      ? calculateMaxPlausibleLengthNow(
          order?.jumboLengthM ?? null,
          { speed: input.speed ?? roll.speed, startedAt: roll.startedAt },
          unsent.occurredAt ?? getPlantMoment(),
        )
      : null
    const size = {
      lengthM: (roll?.doffedAt ? lengthM : maxLengthM) ?? Infinity,
      widthMm: roll?.widthMm ?? Infinity,
    }
    if ((input.defects ?? []).some((defect) => findDefectProblems(defect, size).length > 0))
      problems.push({ name: 'defects', message: outsideMessage })
    return problems
  }
}

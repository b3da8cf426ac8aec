import { useTranslation } from 'react-i18next'
import type { UnsentCommand } from '@/client/api/phone'
import { lookUpRow } from '@/client/api/look-up-rows'
import { getPlantMoment } from '@/client/clock'
import type { FormCheck, FormError } from '@/client/resource/CommandForm'
import { workOrder } from '@/areas/orders/contract/work-order'
import { jumboRoll } from '../../contract/jumbo-roll'
import { defectProblems, type Defect } from '../../rules/defect-map'
import { judgeWeight, netOf } from '../../rules/dimensions'
import { spanProblem } from '../../rules/downgrades'
import { lastMetreBy, USUAL_TOLERANCE, woundSlip } from '../../rules/winding'

type Said = Partial<Record<'lengthM' | 'grossKg' | 'coreKg' | 'speed', number | null>> & {
  workOrderId?: string | null
  startedAt?: string | null
  occurredAt?: string | null
  defects?: readonly Defect[]
  downgrades?: readonly { fromM: number; toM: number }[]
}

/** Checks a corrected roll command by the server's rules before it is saved again. */
export function useRollCheck(unsent: UnsentCommand): FormCheck {
  const { t } = useTranslation(['rolls', 'contract'])
  return async (values) => {
    const said = values as Said
    const roll = unsent.entityId ? await lookUpRow(jumboRoll, unsent.entityId) : null
    const orderId = said.workOrderId ?? roll?.workOrderId
    const order = (said.lengthM || said.defects) && orderId ? await lookUpRow(workOrder, orderId) : null
    const lengthM = said.lengthM ?? roll?.lengthM ?? null
    const wrong: FormError[] = []
    const startedAt = roll?.startedAt ?? said.startedAt
    if (order && said.lengthM) {
      const doffedAt = roll?.doffedAt ?? said.occurredAt ?? unsent.occurredAt ?? getPlantMoment()
      const speed = said.speed ?? roll?.speed ?? null
      const about = woundSlip(said.lengthM, order.jumboLengthM, { speed, startedAt: startedAt ?? doffedAt, doffedAt })
      if (about !== null)
        wrong.push({
          name: 'lengthM',
          message: t('refusals.lengthSlip', { length: said.lengthM, expected: Math.round(about) }),
        })
    }
    if (said.grossKg != null) {
      const kg = netOf({ grossKg: said.grossKg, coreKg: said.coreKg ?? roll?.coreKg ?? null }) ?? 0
      const verdict = judgeWeight(kg, roll?.expectedKg ?? null, USUAL_TOLERANCE)
      if (verdict.verdict === 'refused')
        wrong.push({
          name: 'grossKg',
          message:
            verdict.reason === 'notPositive'
              ? t('refusals.weightNotPositive')
              : t('refusals.weightSlip', { kg, expected: Math.round(verdict.expected ?? 0) }),
        })
    }
    const outside = t('pages.downgrade.metresWrong')
    if (lengthM !== null && (said.downgrades ?? []).some((line) => spanProblem(line, lengthM)))
      wrong.push({ name: 'downgrades', message: outside })
    const last = roll
      ? lastMetreBy(
          order?.jumboLengthM ?? null,
          { speed: said.speed ?? roll.speed, startedAt: roll.startedAt },
          unsent.occurredAt ?? getPlantMoment(),
        )
      : null
    const size = {
      lengthM: (roll?.doffedAt ? lengthM : last) ?? Infinity,
      widthMm: roll?.widthMm ?? Infinity,
    }
    if ((said.defects ?? []).some((defect) => defectProblems(defect, size).length > 0))
      wrong.push({ name: 'defects', message: outside })
    return wrong
  }
}

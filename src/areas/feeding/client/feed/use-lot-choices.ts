import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import type { FirstChoice } from '@/client/fields/first-choices'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { materialLot } from '../../contract/material'
import { findLotProblems } from '../../rules/feed'

const IN_STOCK_QUERY = { leftKgFrom: 0.001, sort: '-receivedOn', size: 200 } as const

/**
 * Returns the lots in stock for a picker, the newest first, with the mass left and the reason if a lot cannot be fed.
 */
export function useLotChoices(businessDate: string): FirstChoice[] {
  const { t } = useTranslation('feeding')
  const language = useLanguage()
  const { rows, refs } = useList(materialLot, IN_STOCK_QUERY)
  const materialNames = useNames(
    'material',
    rows.map((lot) => lot.materialId),
    refs,
  )
  return rows.map((lot) => {
    const problems = findLotProblems(lot, businessDate)
    return {
      id: lot.id,
      label: `${lot.number} ${materialNames[lot.materialId] ?? ''}`.trim(),
      note: formatNumber(lot.leftKg, { language, unit: 'kg', decimals: 1 }),
      ...(problems.length > 0
        ? { why: problems.map((code) => t(`pages.rawMaterial.lotNo.${code}`, { day: lot.expiresOn ?? '' })).join(', ') }
        : {}),
    }
  })
}

import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import type { FirstChoice } from '@/client/fields/first-choices'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { materialLot } from '../../contract/material'
import { lotProblems } from '../../rules/feed'

const inStock = { leftKgFrom: 0.001, sort: '-receivedOn', size: 200 } as const

/**
 * Returns the lots in stock for a picker, the newest first, with the mass left and the reason if a lot cannot be fed.
 */
export function useLotsFirst(businessDate: string): FirstChoice[] {
  const { t } = useTranslation('feeding')
  const language = useLanguage()
  const { rows, refs } = useList(materialLot, inStock)
  const names = useNames(
    'material',
    rows.map((lot) => lot.materialId),
    refs,
  )
  return rows.map((lot) => {
    const problems = lotProblems(lot, businessDate)
    return {
      id: lot.id,
      label: `${lot.number} ${names[lot.materialId] ?? ''}`.trim(),
      note: formatNumber(lot.leftKg, { language, unit: 'kg', decimals: 1 }),
      ...(problems.length > 0
        ? { why: problems.map((code) => t(`pages.rawMaterial.lotNo.${code}`, { day: lot.expiresOn ?? '' })).join(', ') }
        : {}),
    }
  })
}

import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { useList } from '@/client/api/use-list'
import type { FirstChoice } from '@/client/fields/form-scope'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { useRowText } from '@/client/i18n/labels'
import { useCanCall } from '@/client/session/use-session'
import { repair } from '@/areas/maintenance/contract/repair'
import { sparePart } from '@/areas/spareParts/contract/spare-part'

/** Number of past repairs whose parts are evaluated. */
const MAX_REPAIRS = 50
const MAX_PARTS = 100

/** Returns part ids by the number of repairs that used them, most used first. */
export function rankPartsByUse(repairs: readonly Pick<Row<typeof repair>, 'parts'>[]): string[] {
  const countsById = new Map<string, number>()
  for (const { parts } of repairs)
    for (const { partId } of parts) countsById.set(partId, (countsById.get(partId) ?? 0) + 1)
  return [...countsById].sort((a, b) => b[1] - a[1]).map(([id]) => id)
}

/**
 * Loads the parts to offer first for a machine: the parts that its repairs used, most used first, then the other parts
 * of the machine. Offline the parts come from the shift pack.
 * @param options.leavesStore true if the parts leave the store now, so that parts out of stock cannot be chosen
 */
export function usePreferredParts(equipmentId: string, { leavesStore }: { leavesStore: boolean }): FirstChoice[] {
  const { t } = useTranslation('maintenance')
  const language = useLanguage()
  const getPartName = useRowText(sparePart, 'name')
  const canRead = useCanCall(sparePart.endpoints.list)
  const pastRepairs = useList(
    repair,
    { equipmentId, sort: '-reportedAt', size: MAX_REPAIRS },
    { enabled: canRead && equipmentId !== '' },
  )
  const usedIds = useMemo(() => rankPartsByUse(pastRepairs.rows), [pastRepairs.rows])
  const usedParts = useList(
    sparePart,
    { id: usedIds.join(','), size: MAX_PARTS },
    { enabled: canRead && usedIds.length > 0 },
  )
  const machineParts = useList(
    sparePart,
    { equipmentIds: equipmentId, size: MAX_PARTS },
    { enabled: canRead && equipmentId !== '' },
  )
  const partsById = new Map(
    (usedIds.length > 0 ? [...usedParts.rows, ...machineParts.rows] : machineParts.rows).map((row) => [row.id, row]),
  )
  const orderedIds = [...new Set([...usedIds, ...machineParts.rows.map(({ id }) => id)])]
  return orderedIds.flatMap((id): FirstChoice[] => {
    const part = partsById.get(id)
    if (!part) return []
    const stock = t('pages.repair.inStock', {
      quantity: formatNumber(part.quantity, { language, unit: part.unit }),
      place: part.location ?? '–',
    })
    const isOutOfStock = leavesStore && part.quantity <= 0
    return [
      {
        id,
        label: `${part.code} ${getPartName(part)}`,
        ...(isOutOfStock ? { disabledReason: t('pages.repair.noneInStock') } : { note: stock }),
      },
    ]
  })
}

import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { useList } from '@/client/api/use-list'
import type { FirstChoice } from '@/client/fields/first-choices'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { useRowText } from '@/client/i18n/use-row-text'
import { useCanCall } from '@/client/session/use-session'
import { repair } from '@/areas/maintenance/contract/repair'
import { sparePart } from '@/areas/maintenance/contract/spare-part'

/** Number of past repairs whose parts are evaluated. */
const REPAIRS = 50
const MOST = 100

/** Returns part ids by the number of repairs that used them, most used first. */
export function usedMost(repairs: readonly Pick<Row<typeof repair>, 'parts'>[]): string[] {
  const uses = new Map<string, number>()
  for (const { parts } of repairs) for (const { partId } of parts) uses.set(partId, (uses.get(partId) ?? 0) + 1)
  return [...uses].sort((a, b) => b[1] - a[1]).map(([id]) => id)
}

/**
 * Loads the parts to offer first for a machine: those its repairs used, most used first, then its other parts. Offline
 * they come from the shift pack.
 * @param leavesStore true if the parts leave the store now, so that parts out of stock cannot be chosen
 */
export function usePartsFirst(equipmentId: string, taken: boolean): FirstChoice[] {
  const { t } = useTranslation('maintenance')
  const language = useLanguage()
  const nameOf = useRowText(sparePart, 'name')
  const mayRead = useCanCall(sparePart.endpoints.list)
  const past = useList(repair, { equipmentId, sort: '-reportedAt', size: REPAIRS }, mayRead && equipmentId !== '')
  const used = useMemo(() => usedMost(past.rows), [past.rows])
  const usedRows = useList(sparePart, { id: used.join(','), size: MOST }, mayRead && used.length > 0)
  const own = useList(sparePart, { equipmentIds: equipmentId, size: MOST }, mayRead && equipmentId !== '')
  const known = new Map((used.length > 0 ? [...usedRows.rows, ...own.rows] : own.rows).map((row) => [row.id, row]))
  const order = [...new Set([...used, ...own.rows.map(({ id }) => id)])]
  return order.flatMap((id): FirstChoice[] => {
    const part = known.get(id)
    if (!part) return []
    const stock = t('pages.repair.inStock', {
      quantity: formatNumber(part.quantity, { language, unit: part.unit }),
      place: part.location ?? '–',
    })
    const none = taken && part.quantity <= 0
    return [
      {
        id,
        label: `${part.code} ${nameOf(part)}`,
        ...(none ? { why: t('pages.repair.noneInStock') } : { note: stock }),
      },
    ]
  })
}

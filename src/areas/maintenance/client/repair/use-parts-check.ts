import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { callEndpoint } from '@/client/api/call-endpoint'
import { formatNumber } from '@/client/format/number'
import { formatUnit } from '@/client/format/unit'
import { useLanguage } from '@/client/format/use-language'
import { useRowText } from '@/client/i18n/labels'
import type { FormError } from '@/client/resource/CommandForm'
import { recordTrouble } from '@/client/ui/trouble'
import { sparePart, stockMovement } from '@/areas/spareParts/contract/spare-part'
import { calculateQuantityToBook } from '@/areas/spareParts/rules/stock'
import type { UsedPart } from './UsedPartList'

/** Maximum time that a form waits for the stock check. */
const TIMEOUT_MS = 5000
const MAX_ROWS = 500

interface PartShortage {
  readonly part: Row<typeof sparePart>
  /** Quantity in stock. */
  readonly available: number
}
/**
 * Finds parts whose used quantity exceeds the stock on the server; the stock stored on the phone may be outdated. Parts
 * already issued for the repair are deducted. Offline the check passes, and `UsedPartList` shows a warning at the part.
 */
async function findPartShortages(usedParts: readonly UsedPart[], repairId: string | null): Promise<PartShortage[]> {
  const quantityById = new Map<string, number>()
  for (const { partId, quantity } of usedParts)
    if (partId) quantityById.set(partId, (quantityById.get(partId) ?? 0) + quantity)
  if (quantityById.size === 0) return []
  const callOptions = { quiet: true, timeoutMs: TIMEOUT_MS } as const
  try {
    const [stock, movements] = await Promise.all([
      callEndpoint(sparePart.endpoints.list, { id: [...quantityById.keys()].join(','), size: MAX_ROWS }, callOptions),
      repairId ? callEndpoint(stockMovement.endpoints.list, { repairId, size: MAX_ROWS }, callOptions) : { list: [] },
    ])
    return (stock.list as Row<typeof sparePart>[]).flatMap((part) => {
      const bookedQuantity = calculateBookedQuantity(movements.list as Row<typeof stockMovement>[], part.id)
      // The previous quantity matters for returns only.
      const quantityToBook = calculateQuantityToBook(quantityById.get(part.id) ?? 0, 0, bookedQuantity)
      return quantityToBook > part.quantity ? [{ part, available: part.quantity }] : []
    })
  } catch (error) {
    recordTrouble('stock not asked', error)
    return []
  }
}
/** Signs of the movements of a repair. A count changes the stock, but not the quantity that the repair used. */
const SIGN_BY_MOVEMENT: Readonly<Record<Row<typeof stockMovement>['kind'], number>> = { out: 1, in: -1, count: 0 }
/** Calculates the issued quantity minus the returned quantity. */
const calculateBookedQuantity = (movements: readonly Row<typeof stockMovement>[], id: string): number =>
  movements
    .filter(({ partId }) => partId === id)
    .reduce((sum, { kind, quantity }) => sum + SIGN_BY_MOVEMENT[kind] * quantity, 0)

/** Returns a form check that reports shortages at the field `parts`. */
export function usePartsCheck(): (usedParts: readonly UsedPart[], repairId: string | null) => Promise<FormError[]> {
  const { t } = useTranslation('spareParts')
  const language = useLanguage()
  const getPartName = useRowText(sparePart, 'name')
  return async (usedParts, repairId) =>
    (await findPartShortages(usedParts, repairId)).map(({ part, available }) => ({
      name: 'parts',
      message: t('refusals.stock.notEnough', {
        part: `${part.code} ${getPartName(part)}`,
        available: formatNumber(available, { language, decimals: 3 }),
        unit: formatUnit(part.unit, available, language),
      }),
    }))
}

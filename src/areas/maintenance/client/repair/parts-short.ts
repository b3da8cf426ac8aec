import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { callEndpoint } from '@/client/api/call-endpoint'
import { formatNumber } from '@/client/format/number'
import { formatUnit } from '@/client/format/unit'
import { useLanguage } from '@/client/format/use-language'
import { useRowText } from '@/client/i18n/use-row-text'
import type { FormError } from '@/client/resource/CommandForm'
import { recordTrouble } from '@/client/ui/trouble'
import { sparePart, stockMovement } from '@/areas/maintenance/contract/spare-part'
import { partsToBook } from '@/areas/maintenance/rules/stock'
import type { PartLine } from './PartLines'

/** Maximum time a form waits for the stock check, ms. */
const PATIENCE = 5000
const MOST = 500

interface Short {
  readonly part: Row<typeof sparePart>
  /** Quantity in stock. */
  readonly available: number
}
/**
 * Finds parts whose used quantity exceeds the stock. It asks the server only, because stock stored on the phone may be
 * outdated; offline the check passes and the line shows a warning. Parts already issued for the repair are deducted.
 */
async function partsShort(lines: readonly PartLine[], repairId: string | null): Promise<Short[]> {
  const wanted = new Map<string, number>()
  for (const { partId, quantity } of lines) if (partId) wanted.set(partId, (wanted.get(partId) ?? 0) + quantity)
  if (wanted.size === 0) return []
  const asked = { quiet: true, timeout: PATIENCE } as const
  try {
    const [stock, issued] = await Promise.all([
      callEndpoint(sparePart.endpoints.list, { id: [...wanted.keys()].join(','), size: MOST }, asked),
      repairId ? callEndpoint(stockMovement.endpoints.list, { repairId, size: MOST }, asked) : { list: [] },
    ])
    return (stock.list as Row<typeof sparePart>[]).flatMap((part) => {
      const booked = bookedOf(issued.list as Row<typeof stockMovement>[], part.id)
      const taken = partsToBook(wanted.get(part.id) ?? 0, 0, booked)
      return taken > part.quantity ? [{ part, available: part.quantity }] : []
    })
  } catch (error) {
    recordTrouble('stock not asked', error)
    return []
  }
}
/** Calculates the issued quantity minus the returned quantity. */
const bookedOf = (movements: readonly Row<typeof stockMovement>[], part: string): number =>
  movements
    .filter(({ partId }) => partId === part)
    .reduce((sum, { kind, quantity }) => sum + (kind === 'out' ? quantity : kind === 'in' ? -quantity : 0), 0)

/** Returns a form check that reports shortages at the field `parts`. */
export function usePartsCheck(): (lines: readonly PartLine[], repairId: string | null) => Promise<FormError[]> {
  const { t } = useTranslation('maintenance')
  const language = useLanguage()
  const nameOf = useRowText(sparePart, 'name')
  return async (lines, repairId) =>
    (await partsShort(lines, repairId)).map(({ part, available }) => ({
      name: 'parts',
      message: t('refusals.stock.notEnough', {
        part: `${part.code} ${nameOf(part)}`,
        available: formatNumber(available, { language, decimals: 3 }),
        unit: formatUnit(part.unit, available, language),
      }),
    }))
}

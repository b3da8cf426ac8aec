import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { formatMoment } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'
import { useFormatTeam } from '@/plant/client/shift-record/use-shift'
import { workOrder } from '@/areas/orders/contract/work-order'
import { product } from '@/areas/standards/contract/product'
import { slitRoll } from '@/areas/slitting/contract/slitting'
import { rollPackage } from '../contract/package'
import { isLabelOutdated, labelContents } from '@/areas/rolls/rules/label-contents'
import type { LabelData } from '@/areas/rolls/client/shared/labels/label-content'

/** Returns the number of rolls in a package that are not good; the label of the package shows this number. */
export const countNotGoodRolls = (
  rolls: readonly { readonly packageId: string | null; readonly grade: string }[],
  packageId: string,
): number => rolls.filter((roll) => roll.packageId === packageId && roll.grade !== 'good').length
/** Returns the label data of packages: customer, order, number of rolls and kilograms. */
export function usePackageLabels(ids: readonly string[], printedIds: ReadonlySet<string>) {
  const { t } = useTranslation('contract')
  const zone = usePlantZone()
  const formatTeam = useFormatTeam()
  const list = useList(rollPackage, { id: ids.join(','), size: 500 }, { enabled: ids.length > 0 })
  const rows = list.rows.filter(({ id }) => ids.includes(id))
  const packedRolls = useList(slitRoll, { packageId: ids.join(','), size: 500 }, { enabled: ids.length > 0 })
  const countNotGood = (id: string) => countNotGoodRolls(packedRolls.rows, id)
  const orderIds = [...new Set(rows.map((row) => row.workOrderId))]
  const orders = useList(workOrder, { id: orderIds.join(','), size: 100 }, { enabled: orderIds.length > 0 })
  const productIds = [...new Set(orders.rows.map((row) => row.productId))]
  const products = useList(product, { id: productIds.join(','), size: 100 }, { enabled: productIds.length > 0 })
  const customers = useNames(
    'customer',
    rows.flatMap((row) => row.customerId ?? []),
    list.refs,
  )
  // Counts only prints from before the page was opened, so that a label is not marked as a copy while it is printed for
  // the first time. Prints with other content do not count.
  const [initialPrintCounts] = useState(() => new Map<string, number>())
  for (const row of packedRolls.isLoading ? [] : rows)
    if (!initialPrintCounts.has(row.id))
      initialPrintCounts.set(
        row.id,
        isLabelOutdated(row, labelContents.package(row, countNotGood(row.id))) ? 0 : row.labels,
      )
  const packageLabels = (packedRolls.isLoading ? [] : rows).map((row): { id: string; label: LabelData } => {
    const order = orders.rows.find(({ id }) => id === row.workOrderId)
    const orderProduct = products.rows.find(({ id }) => id === order?.productId)
    return {
      id: row.id,
      label: {
        kind: 'package',
        number: row.number,
        copy: (initialPrintCounts.get(row.id) ?? 0) > 0 || printedIds.has(row.id),
        product: orderProduct?.code ?? '',
        names: orderProduct ? [orderProduct.name, orderProduct.nameEn].flatMap((name) => name ?? []) : [],
        customer: row.customerId ? (customers[row.customerId] ?? '') : '',
        rolls: row.rolls,
        notGood: countNotGood(row.id),
        order: order?.number ?? list.refs[row.workOrderId] ?? '',
        line: '',
        gsm: orderProduct?.gsm ?? null,
        widthMm: null,
        lengthM: null,
        kg: row.netKg,
        weighed: true,
        grade: '',
        made: [
          formatMoment(row.packedAt ?? row.createdAt, zone),
          row.shift && t(`shifts.${row.shift}`),
          formatTeam(row.team),
        ]
          .filter(Boolean)
          .join(' '),
        place: null,
      },
    }
  })
  return {
    labels: packageLabels,
    isLoading: list.isLoading || packedRolls.isLoading,
    error: list.error ?? packedRolls.error,
    refetch: () => [list, packedRolls].forEach((query) => query.refetch()),
    copyCount: packageLabels.filter((packageLabel) => packageLabel.label.copy).length,
  }
}

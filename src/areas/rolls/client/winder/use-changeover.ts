import { useMemo } from 'react'
import { useList } from '@/client/api/use-list'
import { hopper } from '@/areas/equipment/contract/hopper'
import { feed } from '@/areas/feeding/contract/feed'
import { material } from '@/areas/feeding/contract/material'
import { empties } from '@/areas/feeding/rules/feed'
import { workOrder } from '@/areas/orders/contract/work-order'
import { processStandard } from '@/areas/standards/contract/process-standard'
import { isUsable } from '@/areas/standards/rules/approval'
import { changedParts, hopperChanges, type ChangeoverPart, type HopperChange } from '../../rules/changeover'
import type { Order } from './winder-state'

export interface Changeover {
  /** The order that ran on the line before; null where none did. */
  before: Order | null
  changed: ReadonlySet<ChangeoverPart>
  hoppers: readonly HopperChange[]
  /** No approved standard is known that the order could begin by: the server would refuse it. */
  standardMissing: boolean
  refs: Readonly<Record<string, string>>
  isLoading: boolean
}
/** What is to be changed on a line before an order runs there, by what this phone knows of both. */
export function useChangeover(order: Order, lineId: string): Changeover {
  const orders = useList(workOrder, { lineId, sort: '-startedAt', size: 20 })
  const standards = useList(processStandard, {
    productId: order.productId,
    variant: 'mainLine',
    newest: true,
    size: 20,
  })
  const hoppers = useList(hopper, { lineId, active: true, size: 100 })
  const feeds = useList(feed, { lineId, sort: '-fedAt', size: 200 })
  const materials = useList(material, { size: 500 })
  return useMemo(() => {
    const before = orders.rows.find((one) => one.id !== order.id && one.startedAt !== null) ?? null
    const usable = standards.rows
      .filter((one) => isUsable(one) && (one.lineId === null || one.lineId === lineId))
      .sort((a, b) => Number(b.lineId !== null) - Number(a.lineId !== null))
    const standard = usable.find((one) => one.id === order.processStandardId) ?? usable[0]
    const kinds = new Map(materials.rows.map(({ id, kind }) => [id, kind]))
    const recipe = (standard?.ratios ?? []).flatMap(({ materialId, targetPercent }) => {
      const kind = kinds.get(materialId)
      return kind && targetPercent !== 0 ? [{ materialId, kind }] : []
    })
    const held = hoppers.rows.map(({ id: hopperId }) => {
      const last = feeds.rows.find((one) => one.hopperId === hopperId && (one.counterOf === null || empties(one.cause)))
      const inside = last && last.counterOf === null ? last : null
      return { hopperId, materialId: inside?.materialId ?? null, kind: inside?.kind ?? null }
    })
    return {
      before,
      changed: changedParts(order, before),
      hoppers: hopperChanges(held, recipe),
      standardMissing:
        order.state === 'planned' && order.processStandardId === null && standards.at > 0 && usable.length === 0,
      refs: {
        ...standards.refs,
        ...feeds.refs,
        ...orders.refs,
        ...Object.fromEntries(hoppers.rows.map(({ id, code }) => [id, code])),
      },
      isLoading: [orders, standards, hoppers, feeds, materials].some((one) => one.isLoading),
    }
  }, [order, lineId, orders, standards, hoppers, feeds, materials])
}

import { useMemo } from 'react'
import type { Row } from '@/contract/resource'
import { useList } from '@/client/api/use-list'
import { hopper } from '@/areas/equipment/contract/hopper'
import { material } from '@/areas/feeding/contract/material'
import { workOrder } from '@/areas/orders/contract/work-order'
import { processStandard } from '@/areas/standards/contract/process-standard'
import { productStandard } from '@/areas/standards/contract/product-standard'
import { pickApplicableVersion, isUsable, type ApprovalState } from '@/areas/standards/rules/approval'
import {
  getChangedParts,
  planHopperChanges,
  UNKNOWN_CONTENTS,
  type ChangeoverPart,
  type HopperChangeover,
} from '../../rules/changeover'
import { useLastFeeds } from './use-last-feeds'
import type { WinderOrder } from '../shared/winder-state'

type StandardVersion = Pick<Row<typeof processStandard>, 'code' | 'revision' | 'state' | 'newest'>

export interface ChangeoverPlan {
  /** The previous order on the line; null if there was none, undefined if this phone does not know it. */
  previousOrder: WinderOrder | null | undefined
  changedParts: ReadonlySet<ChangeoverPart>
  hoppers: readonly HopperChangeover[]
  /** Why the server would refuse to start the order; null if no reason is known. */
  standardProblem: StandardProblem | null
  refs: Readonly<Record<string, string>>
  isLoading: boolean
}
/** `none`: there is no process standard. Otherwise: the process or product standard is not approved. */
export type StandardProblem =
  | { readonly kind: 'none' }
  | { readonly kind: 'process' | 'product'; readonly standard: string; readonly state: ApprovalState }
/** Returns the changes on a line before an order runs there, as far as this phone knows both orders. */
export function useChangeover(order: WinderOrder, lineId: string): ChangeoverPlan {
  const orders = useList(workOrder, { lineId, sort: '-startedAt', size: 20 })
  const standards = useList(processStandard, {
    productId: order.productId,
    variant: 'mainLine',
    size: 200,
  })
  const productStandards = useList(productStandard, { productId: order.productId, size: 200 })
  const hoppers = useList(hopper, { lineId, active: true, size: 100 })
  const feeds = useLastFeeds(
    lineId,
    hoppers.rows.map(({ id }) => id),
  )
  const materials = useList(material, { size: 500 })
  return useMemo(() => {
    const previousOrder =
      orders.rows.find((lineOrder) => lineOrder.id !== order.id && lineOrder.startedAt !== null) ??
      (orders.isComplete ? null : undefined)
    const lineStandards = standards.rows.filter((version) => version.lineId === null || version.lineId === lineId)
    const applicableStandard = pickApplicableVersion(lineStandards, (version) => version.lineId !== null)
    const orderStandard = lineStandards.find((version) => isUsable(version) && version.id === order.processStandardId)
    const standard = orderStandard ?? (applicableStandard && isUsable(applicableStandard) ? applicableStandard : null)
    const applicableProductStandard = pickApplicableVersion(
      productStandards.rows.filter((version) => version.customerId === null || version.customerId === order.customerId),
      (version) => version.customerId !== null,
    )
    const findApprovalProblem = (kind: 'process' | 'product', version: StandardVersion): StandardProblem | null =>
      isUsable(version) ? null : { kind, standard: `${version.code} ${version.revision}`, state: version.state }
    const findProcessProblem = (): StandardProblem | null => {
      if (order.processStandardId !== null) return null
      if (applicableStandard) return findApprovalProblem('process', applicableStandard)
      return standards.isComplete ? { kind: 'none' } : null
    }
    const kinds = new Map(materials.rows.map(({ id, kind }) => [id, kind]))
    const ratios = standard?.ratios.filter(({ targetPercent }) => targetPercent !== 0) ?? []
    const recipe = ratios.flatMap(({ materialId }) => {
      const kind = kinds.get(materialId)
      return kind ? [{ materialId, kind }] : []
    })
    const isRecipeKnown = standard ? recipe.length === ratios.length : standards.isComplete
    // Represents all hoppers while this phone does not know the hoppers of the line.
    const unknownHopper: HopperChangeover = {
      hopperId: null,
      currentMaterialId: null,
      nextMaterialId: null,
      differs: false,
      manualCheck: 'contents',
    }
    const hopperContents = hoppers.rows.map(({ id: hopperId }) => {
      const lastFeed = feeds.getLastFeed(hopperId)
      if (lastFeed === undefined) return { hopperId, materialId: UNKNOWN_CONTENTS, kind: null }
      // A row with `counterOf` is the emptying of the hopper.
      const currentFeed = lastFeed && lastFeed.counterOf === null ? lastFeed : null
      return { hopperId, materialId: currentFeed?.materialId ?? null, kind: currentFeed?.kind ?? null }
    })
    return {
      previousOrder,
      changedParts: getChangedParts(order, previousOrder ?? null),
      hoppers:
        hoppers.fetchedAt === 0 ? [unknownHopper] : planHopperChanges(hopperContents, isRecipeKnown ? recipe : null),
      standardProblem:
        order.state === 'planned'
          ? (findProcessProblem() ??
            (applicableProductStandard && findApprovalProblem('product', applicableProductStandard)))
          : null,
      refs: {
        ...standards.refs,
        ...feeds.refs,
        ...orders.refs,
        ...Object.fromEntries(hoppers.rows.map(({ id, code }) => [id, code])),
      },
      isLoading: [orders, standards, productStandards, hoppers, feeds, materials].some((query) => query.isLoading),
    }
  }, [order, lineId, orders, standards, productStandards, hoppers, feeds, materials])
}

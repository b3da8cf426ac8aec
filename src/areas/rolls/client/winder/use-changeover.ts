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
import type { WinderOrder } from './winder-state'

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
/** An unapproved standard with code and revision; `none` exists only for the process standard. */
export type StandardProblem =
  | { readonly of: 'none' }
  | { readonly of: 'process' | 'product'; readonly standard: string; readonly state: ApprovalState }
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
      orders.rows.find((one) => one.id !== order.id && one.startedAt !== null) ?? (orders.isComplete ? null : undefined)
    const applicableStandards = standards.rows.filter((one) => one.lineId === null || one.lineId === lineId)
    const standardInForce = pickApplicableVersion(applicableStandards, (one) => one.lineId !== null)
    const orderStandard = applicableStandards.find((one) => isUsable(one) && one.id === order.processStandardId)
    const standard = orderStandard ?? (standardInForce && isUsable(standardInForce) ? standardInForce : null)
    const productStandardInForce = pickApplicableVersion(
      productStandards.rows.filter((one) => one.customerId === null || one.customerId === order.customerId),
      (one) => one.customerId !== null,
    )
    const toUnapprovedProblem = (of: 'process' | 'product', one: StandardVersion): StandardProblem | null =>
      isUsable(one) ? null : { of, standard: `${one.code} ${one.revision}`, state: one.state }
    const findProcessProblem = (): StandardProblem | null => {
      if (order.processStandardId !== null) return null
      if (standardInForce) return toUnapprovedProblem('process', standardInForce)
      return standards.isComplete ? { of: 'none' } : null
    }
    const kinds = new Map(materials.rows.map(({ id, kind }) => [id, kind]))
    const ratios = standard?.ratios.filter(({ targetPercent }) => targetPercent !== 0) ?? []
    const recipe = ratios.flatMap(({ materialId }) => {
      const kind = kinds.get(materialId)
      return kind ? [{ materialId, kind }] : []
    })
    const isRecipeKnown = standard ? recipe.length === ratios.length : standards.isComplete
    const unknownHoppers: HopperChangeover = {
      hopperId: null,
      currentMaterialId: null,
      nextMaterialId: null,
      differs: false,
      personCheck: 'contents',
    }
    const hopperContents = hoppers.rows.map(({ id: hopperId }) => {
      const lastFeed = feeds.getLastFeed(hopperId)
      if (lastFeed === undefined) return { hopperId, materialId: UNKNOWN_CONTENTS, kind: null }
      const currentFeed = lastFeed && lastFeed.counterOf === null ? lastFeed : null
      return { hopperId, materialId: currentFeed?.materialId ?? null, kind: currentFeed?.kind ?? null }
    })
    return {
      previousOrder,
      changedParts: getChangedParts(order, previousOrder ?? null),
      hoppers:
        hoppers.fetchedAt === 0 ? [unknownHoppers] : planHopperChanges(hopperContents, isRecipeKnown ? recipe : null),
      standardProblem:
        order.state === 'planned'
          ? (findProcessProblem() ?? (productStandardInForce && toUnapprovedProblem('product', productStandardInForce)))
          : null,
      refs: {
        ...standards.refs,
        ...feeds.refs,
        ...orders.refs,
        ...Object.fromEntries(hoppers.rows.map(({ id, code }) => [id, code])),
      },
      isLoading: [orders, standards, productStandards, hoppers, feeds, materials].some((one) => one.isLoading),
    }
  }, [order, lineId, orders, standards, productStandards, hoppers, feeds, materials])
}

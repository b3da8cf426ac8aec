import type { Row } from '@/contract/resource'
import { useMemo } from 'react'
import { useList, useRow } from '@/client/api/use-list'
import { useNow } from '@/client/clock'
import { line } from '@/plant/contract/line'
import { workOrder } from '@/areas/orders/contract/work-order'
import { producingStates } from '@/areas/orders/rules/work-order'
import { lineStop } from '@/plant/contract/line-stop'
import { jumboRoll } from '../../contract/jumbo-roll'
import { machineRun } from '../../contract/machine-run'
import { product } from '@/areas/standards/contract/product'
import { getOrderGsm, getWoundWidthMm } from '@/areas/orders/rules/slitting-pattern'
import { doffedJumboStates } from '../../rules/jumbo-roll'
import { useShiftLookup } from '@/plant/client/shift-record/use-shift'
import {
  withShiftOfDoff,
  findWinderOrder,
  calculateProgress,
  type WinderOrder,
  type WindingProgress,
  type WinderRoll,
  type WinderRun,
  type WoundWeb,
} from '../shared/winder-state'

const WINDERS_QUERY = { kind: 'spunbond,meltblown,composite', size: 100 }
const MAX_ROLLS = 60
const CLOCK_INTERVAL_MS = 2000

/** Returns the lines with a winder, in the plant's order. */
export function useWinderLines() {
  const list = useList(line, WINDERS_QUERY)
  return { ...list, rows: useMemo(() => list.rows.filter((winderLine) => winderLine.active), [list.rows]) }
}
/** Properties of a line that a winder needs: width in m, usual speed in m/min. */
export type WinderLine = Pick<Row<typeof line>, 'width' | 'idealSpeed'>
export interface WinderStatus {
  lineId: string
  /** The order at the winder; see `findWinderOrder`. */
  order: WinderOrder | null
  web: WoundWeb
  /** The roll on the winder. */
  roll: WinderRoll | null
  progress: WindingProgress | null
  /** All known rolls of this line in any state. */
  rolls: readonly WinderRoll[]
  /** Rolls doffed here, newest first. */
  doffedRolls: readonly WinderRoll[]
  currentRun: WinderRun | null
  refs: Readonly<Record<string, string>>
  isLoading: boolean
  error: Error | null
  refetch: () => void
  /** Time at which the server sent the data, ms; 0 until then. */
  fetchedAt: number
  nowMs: number
}

/** Returns the state of one winder, updated with the clock. Works offline from the shift pack. */
export function useWinder(lineId: string, winderLine: WinderLine | null): WinderStatus {
  const nowMs = useNow(CLOCK_INTERVAL_MS)
  const orders = useList(workOrder, { lineId, state: producingStates.join(','), size: 20 })
  const rolls = useList(jumboRoll, { lineId, sort: '-startedAt', size: MAX_ROLLS })
  const runs = useList(machineRun, { machine: 'winder', lineId, sort: '-onAt', size: 1 })
  const stops = useList(lineStop, { lineId, sort: '-startedAt', size: 20 })
  const getShiftAt = useShiftLookup()
  const allRolls = rolls.rows
  const roll = allRolls.find((lineRoll) => lineRoll.state === 'winding') ?? null
  const order = findWinderOrder(orders.rows, roll)
  const orderProduct = useRow(product, order?.productId ?? null).row
  return useMemo(() => {
    const latestRun = runs.rows[0] ?? null
    const currentRun = latestRun && latestRun.offAt === null ? latestRun : null
    const web = {
      gsm: getOrderGsm(order, orderProduct),
      widthMm: getWoundWidthMm(winderLine?.width ?? null, null, order?.webWidthMm ?? null),
    }
    return {
      lineId,
      order,
      roll,
      rolls: allRolls,
      currentRun,
      nowMs,
      fetchedAt: rolls.fetchedAt,
      web,
      progress: roll && calculateProgress(roll, currentRun, order, web, winderLine, stops.rows, nowMs),
      doffedRolls: allRolls
        .filter((lineRoll) => doffedJumboStates.some((state) => state === lineRoll.state))
        .map((lineRoll) => withShiftOfDoff(lineRoll, getShiftAt))
        .sort((a, b) => ((a.doffedAt ?? '') < (b.doffedAt ?? '') ? 1 : -1)),
      refs: { ...stops.refs, ...runs.refs, ...orders.refs, ...rolls.refs },
      isLoading: rolls.isLoading || orders.isLoading,
      error: rolls.error ?? orders.error,
      refetch: () => {
        rolls.refetch()
        orders.refetch()
      },
    }
  }, [lineId, winderLine, nowMs, orders, rolls, runs, stops, allRolls, roll, order, orderProduct, getShiftAt])
}

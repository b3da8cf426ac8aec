import type { Row } from '@/contract/resource'
import { useMemo } from 'react'
import { useList, useRow } from '@/client/api/use-list'
import { useNow } from '@/client/use-now'
import { line } from '@/plant/contract/line'
import { workOrder } from '@/areas/orders/contract/work-order'
import { producingStates } from '@/areas/orders/rules/work-order'
import { lineStop } from '@/plant/contract/line-stop'
import { jumboRoll } from '../../contract/jumbo-roll'
import { machineRun } from '../../contract/machine-run'
import { product } from '@/areas/standards/contract/product'
import { getOrderGsm, getWoundWidthMm } from '@/areas/orders/rules/web-dimensions'
import { madeStates } from '../../rules/winding'
import { useGetShiftAt } from '@/plant/client/sheet/use-shift'
import {
  inShiftOfDoff,
  orderAtWinder,
  progressOf,
  type Order,
  type Progress,
  type Roll,
  type Run,
  type Web,
} from './winder-state'

const WINDERS = { kind: 'spunbond,meltblown,composite', size: 100 }
const MOST = 60

/** Returns the lines with a winder, in the plant's order. */
export function useWinderLines() {
  const list = useList(line, WINDERS)
  return { ...list, rows: useMemo(() => list.rows.filter((one) => one.active), [list.rows]) }
}
/** Line properties a winder needs: width in m, usual speed in m/min. */
export type WinderLine = Pick<Row<typeof line>, 'width' | 'idealSpeed'>
export interface Winder {
  lineId: string
  /** The running order, or a paused one. */
  order: Order | null
  web: Web
  /** The roll on the winder. */
  roll: Roll | null
  progress: Progress | null
  /** All known rolls of this line in any state. */
  rolls: readonly Roll[]
  /** Rolls doffed here, newest first. */
  doffed: readonly Roll[]
  run: Run | null
  refs: Readonly<Record<string, string>>
  isLoading: boolean
  error: Error | null
  again: () => void
  /** When the server sent the data, ms; 0 before. */
  at: number
  now: number
}

/** Returns the state of one winder, updated with the clock. Works offline from the shift pack. */
export function useWinder(lineId: string, at: WinderLine | null): Winder {
  const now = useNow(2000)
  const orders = useList(workOrder, { lineId, state: producingStates.join(','), size: 20 })
  const rolls = useList(jumboRoll, { lineId, sort: '-startedAt', size: MOST })
  const runs = useList(machineRun, { machine: 'winder', lineId, sort: '-onAt', size: 1 })
  const stops = useList(lineStop, { lineId, sort: '-startedAt', size: 20 })
  const shiftAt = useGetShiftAt()
  const all = rolls.rows
  const roll = all.find((one) => one.state === 'winding') ?? null
  const order = orderAtWinder(orders.rows, roll)
  const made = useRow(product, order?.productId ?? null).row
  return useMemo(() => {
    const last = runs.rows[0] ?? null
    const run = last && last.offAt === null ? last : null
    const web = {
      gsm: getOrderGsm(order, made),
      widthMm: getWoundWidthMm(at?.width ?? null, null, order?.webWidthMm ?? null),
    }
    return {
      lineId,
      order,
      roll,
      rolls: all,
      run,
      now,
      at: rolls.at,
      web,
      progress: roll && progressOf(roll, run, order, web, at, stops.rows, now),
      doffed: all
        .filter((one) => madeStates.some((state) => state === one.state))
        .map((one) => inShiftOfDoff(one, shiftAt))
        .sort((a, b) => ((a.doffedAt ?? '') < (b.doffedAt ?? '') ? 1 : -1)),
      refs: { ...stops.refs, ...runs.refs, ...orders.refs, ...rolls.refs },
      isLoading: rolls.isLoading || orders.isLoading,
      error: rolls.error ?? orders.error,
      again: () => {
        rolls.again()
        orders.again()
      },
    }
  }, [lineId, at, now, orders, rolls, runs, stops, all, roll, order, made, shiftAt])
}

import type { Row } from '@/contract/resource'
import { useMemo } from 'react'
import { useList, useRow } from '@/client/api/use-list'
import { useNow } from '@/client/use-now'
import { line } from '@/plant/contract/line'
import { workOrder } from '@/areas/orders/contract/work-order'
import { producing } from '@/areas/orders/rules/work-order'
import { lineStop } from '@/plant/contract/line-stop'
import { jumboRoll } from '../../contract/jumbo-roll'
import { machineRun } from '../../contract/machine-run'
import { product } from '@/areas/standards/contract/product'
import { orderGsm, woundWidth } from '@/areas/orders/rules/web'
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

/** Lines with a winder, in the plant's order. */
export function useWinderLines() {
  const list = useList(line, WINDERS)
  return { ...list, rows: useMemo(() => list.rows.filter((one) => one.active), [list.rows]) }
}
/** What its winder needs of a line: width, m, and the speed it usually runs at, m/min. */
export type WinderLine = Pick<Row<typeof line>, 'width' | 'idealSpeed'>
export interface Winder {
  lineId: string
  /** The order that runs here, or the one that waits for going on. */
  order: Order | null
  web: Web
  /** The roll on the winder. */
  roll: Roll | null
  progress: Progress | null
  /** Rolls of this line as they are known, whatever became of them. */
  rolls: readonly Roll[]
  /** Doffed here, newest first. */
  doffed: readonly Roll[]
  run: Run | null
  refs: Readonly<Record<string, string>>
  isLoading: boolean
  error: Error | null
  again: () => void
  /** When the server said so, ms; 0 before. */
  at: number
  now: number
}

/** All that a winder's screen shows of one line, growing with the clock. Works from the shift pack without a network. */
export function useWinder(lineId: string, at: WinderLine | null): Winder {
  const now = useNow(2000)
  const orders = useList(workOrder, { lineId, state: producing.join(','), size: 20 })
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
    const web = { gsm: orderGsm(order, made), widthMm: woundWidth(at?.width ?? null, null, order?.webWidthMm ?? null) }
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

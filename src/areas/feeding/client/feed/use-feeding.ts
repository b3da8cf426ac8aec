import { useMemo, useState } from 'react'
import type { Row } from '@/contract/resource'
import type { Unsent } from '@/client/api/phone'
import { useList, useRow } from '@/client/api/use-list'
import { useNow } from '@/client/use-now'
import { workOrder } from '@/areas/orders/contract/work-order'
import { processStandard } from '@/areas/standards/contract/process-standard'
import { feed } from '../../contract/feed'
import { material, materialLot } from '../../contract/material'
import { refuses, type FeedFinding } from '../../rules/feed'
import { judge, lastValues, leftOf, type FeedLine } from './judge'
import { keepOrder, pickedOrder } from './kept-order'
import { useShiftNow } from './shift-now'
import { useUsualOrder } from './usual-order'

/** What the person has chosen or typed; null where nothing yet, and the last value stands for it. */
export interface Entry { lotId: string | null; materialId: string | null; orderId: string | null; hopper: string | null; kg: number | null; scanned: boolean; note: string }
export interface Feeding {
  entry: Entry
  change(part: Partial<Entry>): void
  lot: Row<typeof materialLot> | null
  material: Row<typeof material> | null
  order: Row<typeof workOrder> | null
  orders: readonly Row<typeof workOrder>[]
  hopper: string
  /** Of the lot, this phone's unsent lines counted. */
  leftKg: number | null
  findings: readonly FeedFinding[]
  /** Everything is there and nothing forbids it. */
  ready: boolean
  often: { hoppers: readonly string[]; kgs: readonly number[] }
  /** Lines at this line since the shift began, the latest first. */
  lines: readonly FeedLine[]
  /** Names of referenced rows, as the lists told them. */
  refs: Readonly<Record<string, string>>
  loading: boolean
}
const running = { state: 'running,paused', size: 100 }
const MOST = 500
const blank: Entry = { lotId: null, materialId: null, orderId: null, hopper: null, kg: null, scanned: false, note: '' }
const entryOf = (unsent: Unsent | undefined, lotId: string | null, scanned: boolean): Entry => {
  const body = unsent?.body as Partial<Record<string, string | number>> | undefined
  return body
    ? { ...blank, lotId: (body['lotId'] as string | undefined) ?? null, materialId: String(body['materialId']), orderId: String(body['workOrderId']), hopper: String(body['hopper']), kg: Number(body['kg']), note: String(body['note'] ?? '') }
    : { ...blank, lotId, scanned }
}

/** A feed in the making: what was entered, what is known of it, and what the rule says. Works from the shift pack without a network. */
export function useFeeding(opened: string | null, scanned: boolean, unsent: Unsent | undefined): Feeding {
  const [entry, setEntry] = useState<Entry>(() => entryOf(unsent, opened, scanned))
  const [, setPicked] = useState(pickedOrder)
  const shift = useShiftNow()
  const now = useNow()
  const found = useList(workOrder, running)
  const orders = useMemo(() => found.rows.filter((row) => row.lineId !== null), [found.rows])
  const usual = useUsualOrder(orders)
  const order = entry.orderId ? orders.find((row) => row.id === entry.orderId) ?? null : usual
  const { row: lot, isLoading: lotLoading } = useRow(materialLot, entry.lotId)
  // A code that was scanned elsewhere may be a material's own.
  const { row: itself, isLoading: looking } = useRow(material, entry.lotId !== null && lot === null && !lotLoading ? entry.lotId : null)
  const { row: named } = useRow(material, lot?.materialId ?? entry.materialId)
  const fed = itself ?? named
  const lotId = itself ? null : entry.lotId
  const ofOrder = useList(feed, { workOrderId: order?.id ?? '', size: MOST }, order !== null)
  const atLine = useList(feed, { lineId: order?.lineId ?? '', size: 200 }, order !== null)
  const standards = useList(processStandard, { productId: order?.productId ?? '', variant: 'mainLine', state: 'approved', newest: true, size: 50 }, order !== null)
  const orderLines = ofOrder.rows as FeedLine[]
  const lineFeeds = atLine.rows as FeedLine[]
  const hoppers = lastValues(lineFeeds, fed?.id ?? null, 'hopper')
  const hopper = entry.hopper ?? (fed ? lastValues(lineFeeds.filter((line) => line.materialId === fed.id), fed.id, 'hopper')[0] : undefined) ?? ''
  const findings = judge({ order, material: fed, lot, kg: entry.kg, standards: standards.rows, lines: ofOrder.hasMore ? null : orderLines, at: new Date(now).toISOString(), businessDate: shift.businessDate })
  return {
    entry: { ...entry, lotId, materialId: itself?.id ?? entry.materialId }, lot, material: fed, order, orders, hopper, findings,
    change: (part) => {
      if (part.orderId) { keepOrder(part.orderId); setPicked(part.orderId) }
      setEntry((before) => ({ ...before, ...part }))
    },
    leftKg: lot && leftOf(lot, orderLines),
    ready: order !== null && fed !== null && (lotId === null || lot !== null) && hopper.trim() !== '' && entry.kg !== null && !refuses(findings),
    often: { hoppers: hoppers.slice(0, 6), kgs: lastValues(lineFeeds, fed?.id ?? null, 'kg').slice(0, 4) },
    lines: lineFeeds.filter((line) => line.fedAt >= shift.startsAt || line.pending !== undefined),
    refs: { ...found.refs, ...ofOrder.refs, ...atLine.refs },
    loading: found.isLoading || (entry.lotId !== null && (lotLoading || looking)),
  }
}

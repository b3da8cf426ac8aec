import { useMemo, useState } from 'react'
import type { Row } from '@/contract/resource'
import type { UnsentCommand } from '@/client/api/phone'
import { useList, useRow } from '@/client/api/use-list'
import { getUnreadQuery, type QueryState } from '@/client/resource/NotLoadedView'
import { useHasPermission } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { useNow } from '@/client/use-now'
import { plantSetting } from '@/plant/contract/plant-setting'
import { buildPlantSettings } from '@/plant/rules/settings'
import { workOrder } from '@/areas/orders/contract/work-order'
import { producingStates } from '@/areas/orders/rules/work-order'
import { processStandard } from '@/areas/standards/contract/process-standard'
import { feed, overruleAccess } from '../../contract/feed'
import { material, materialLot } from '../../contract/material'
import { asksReason, lotProblems, needsHopper, refuses, type FeedFinding } from '../../rules/feed'
import { judge, lastValues, leftOf, offeredKgs, type FeedLine } from './judge'
import { keepOrder, pickedOrder } from './kept-order'
import { useShiftNow } from './shift-now'
import { hopperOf, useHoppers, usualHopper, type Hopper } from './use-hoppers'
import { useUsualOrder } from './usual-order'

/** Input of the person; null if nothing is entered yet and the last value applies. */
export interface Entry {
  lotId: string | null
  materialId: string | null
  orderId: string | null
  hopperId: string | null
  kg: number | null
  scanned: boolean
  note: string
  reason: string
}
export interface Feeding {
  entry: Entry
  change(part: Partial<Entry>): void
  lot: Row<typeof materialLot> | null
  material: Row<typeof material> | null
  order: Row<typeof workOrder> | null
  orders: readonly Row<typeof workOrder>[]
  /** Hoppers of the order's line, sorted by code. */
  hoppers: readonly Hopper[]
  hopperId: string | null
  /**
   * Chooses a hopper by its label, with the order of its line. Returns null for unknown labels, false if no order runs
   * there.
   */
  scanHopper(text: string): Hopper | false | null
  /** Mass left of the lot after this phone's unsent lines, kg. */
  leftKg: number | null
  findings: readonly FeedFinding[]
  /** A reason would lift a refusal, or one is entered. */
  asksReason: boolean
  /** Refusals that depend only on the lot; known before an order and kilograms are entered. */
  stopped: readonly FeedFinding[]
  /** The input is complete and nothing refuses it. */
  ready: boolean
  oftenKgs: readonly number[]
  /** Feeds at this production line since the shift began, the latest first. */
  lines: readonly FeedLine[]
  /** Names of referenced rows from the loaded lists. */
  refs: Readonly<Record<string, string>>
  loading: boolean
  /** Failed queries: an empty list does not mean that there are no rows. */
  unread: { readonly orders: QueryState | null; readonly hoppers: QueryState | null; readonly lines: QueryState | null }
}
const running = { state: producingStates.join(','), size: 100 }
const SETTINGS = { size: 100 }
const MOST = 500
const blank: Entry = {
  lotId: null,
  materialId: null,
  orderId: null,
  hopperId: null,
  kg: null,
  scanned: false,
  note: '',
  reason: '',
}
const entryOf = (unsent: UnsentCommand | undefined, lotId: string | null, scanned: boolean): Entry => {
  const body = unsent?.body as Partial<Record<string, string | number>> | undefined
  return body
    ? {
        ...blank,
        lotId: (body['lotId'] as string | undefined) ?? null,
        materialId: String(body['materialId']),
        orderId: String(body['workOrderId']),
        hopperId: (body['hopperId'] as string | undefined) ?? null,
        kg: Number(body['kg']),
        note: String(body['note'] ?? ''),
        reason: String(body['reason'] ?? ''),
      }
    : { ...blank, lotId, scanned }
}

type Order = Row<typeof workOrder>
/** Returns the order on the line of a hopper; a running order takes precedence over a paused one. */
const runningAt = (orders: readonly Order[], { lineId }: Hopper): Order | undefined =>
  orders
    .filter((row) => row.lineId === lineId)
    .sort((a, b) => Number(b.state === 'running') - Number(a.state === 'running'))[0]

/**
 * Returns the state of a feed being entered: input, referenced rows and findings. Without a network it uses the shift
 * pack.
 */
export function useFeeding(opened: string | null, scanned: boolean, unsent: UnsentCommand | undefined): Feeding {
  const [entry, setEntry] = useState<Entry>(() => entryOf(unsent, opened, scanned))
  const [, setPicked] = useState(pickedOrder)
  const shift = useShiftNow()
  const now = useNow()
  const timeZone = usePlantZone()
  const found = useList(workOrder, running)
  const orders = useMemo(() => found.rows.filter((row) => row.lineId !== null), [found.rows])
  const usual = useUsualOrder(orders)
  const { all, isLoading: hoppersLoading, unread: noHoppers } = useHoppers()
  const settings = useList(plantSetting, SETTINGS)
  const mayOverrule = useHasPermission(overruleAccess)
  // The id opened by a scan on another page may be that of a hopper.
  const opening = all.find(({ id }) => id === entry.lotId) ?? null
  const wanted = entry.orderId ?? (opening ? (runningAt(orders, opening)?.id ?? null) : null)
  const order = wanted ? (orders.find((row) => row.id === wanted) ?? null) : usual
  const asked = opening || hoppersLoading ? null : entry.lotId
  const { row: lot, isLoading: lotLoading } = useRow(materialLot, asked)
  // It may also be that of a material.
  const { row: itself, isLoading: looking } = useRow(
    material,
    asked !== null && lot === null && !lotLoading ? asked : null,
  )
  const { row: named } = useRow(material, lot?.materialId ?? entry.materialId)
  const fed = itself ?? named
  const lotId = itself || opening ? null : entry.lotId
  const ofOrder = useList(feed, { workOrderId: order?.id ?? '', size: MOST }, order !== null)
  const atLine = useList(feed, { lineId: order?.lineId ?? '', size: 200 }, order !== null)
  const standards = useList(
    processStandard,
    { productId: order?.productId ?? '', variant: 'mainLine', state: 'approved', newest: true, size: 50 },
    order !== null,
  )
  const orderLines = ofOrder.rows as FeedLine[]
  const lineFeeds = atLine.rows as FeedLine[]
  const hoppers = all.filter((one) => one.lineId === order?.lineId)
  const chosen = entry.hopperId ?? opening?.id ?? null
  const hopperId = hoppers.some(({ id }) => id === chosen) ? chosen : usualHopper(hoppers, lineFeeds, fed)
  const change = (part: Partial<Entry>) => {
    if (part.orderId) {
      keepOrder(part.orderId)
      setPicked(part.orderId)
    }
    setEntry((before) => ({ ...before, ...part }))
  }
  const findings = judge({
    order,
    material: fed,
    lot,
    kg: entry.kg,
    hopper: hoppers.find(({ id }) => id === hopperId) ?? null,
    reason: entry.reason,
    mayOverrule,
    settings: buildPlantSettings(settings.rows),
    standards: standards.rows,
    lines: ofOrder.hasMore ? null : orderLines,
    at: new Date(now).toISOString(),
    businessDate: shift.businessDate,
    timeZone,
  })
  const leftKg = lot && leftOf(lot, orderLines)
  const stopped = (lot ? lotProblems(lot, shift.businessDate) : []).map((code) => ({ code, warning: false }))
  return {
    entry: { ...entry, lotId, materialId: itself?.id ?? entry.materialId },
    lot,
    material: fed,
    order,
    orders,
    hoppers,
    hopperId,
    findings,
    asksReason: entry.reason !== '' || asksReason(findings, mayOverrule),
    stopped,
    change,
    scanHopper: (text) => {
      const found = hopperOf(all, text)
      const at = found && (found.lineId === order?.lineId ? order : runningAt(orders, found))
      if (found && at) change({ hopperId: found.id, ...(at === order ? {} : { orderId: at.id }) })
      return found && !at ? false : found
    },
    leftKg,
    ready:
      order !== null &&
      fed !== null &&
      (lotId === null || lot !== null) &&
      (hopperId !== null || !needsHopper(fed.kind)) &&
      entry.kg !== null &&
      !refuses(findings),
    oftenKgs: offeredKgs(lastValues(lineFeeds, fed?.id ?? null, 'kg'), leftKg),
    lines: lineFeeds.filter((line) => line.fedAt >= shift.startsAt || line.pending !== undefined),
    unread: { orders: getUnreadQuery(found), hoppers: noHoppers, lines: order && getUnreadQuery(atLine) },
    refs: { ...found.refs, ...ofOrder.refs, ...atLine.refs },
    loading: found.isLoading || (entry.lotId !== null && (hoppersLoading || lotLoading || looking)),
  }
}

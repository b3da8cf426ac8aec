import { useMemo, useState } from 'react'
import type { Row } from '@/contract/resource'
import type { UnsentCommand } from '@/client/api/phone'
import { useList, useRow } from '@/client/api/use-list'
import { getFailedQuery, type QueryState } from '@/client/resource/NotLoadedView'
import { useHasPermission } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { useNow } from '@/client/clock'
import { plantSetting } from '@/plant/contract/plant-setting'
import { buildPlantSettings } from '@/plant/rules/settings'
import { workOrder } from '@/areas/orders/contract/work-order'
import { producingStates } from '@/areas/orders/rules/work-order'
import { processStandard } from '@/areas/standards/contract/process-standard'
import { feed, hopperOverrulePermission } from '../../contract/feed'
import { material, materialLot } from '../../contract/material'
import {
  canReasonLiftRefusal,
  findLotProblems,
  needsHopper,
  hasRefusal,
  type FeedFinding,
  type MaterialKind,
} from '../../rules/feed'
import {
  checkFeedLocally,
  getLastValues,
  calculateLotLeftKg,
  getOfferedKgs,
  type LocalFeedRow,
} from './check-feed-locally'
import { useDefaultFeedOrder, storeOrderId, getChosenOrderId } from './use-usual-feed-order'
import { useCurrentShift } from './use-current-shift'
import { hopper } from '@/areas/equipment/contract/hopper'
import { parseLabel } from '@/plant/rules/label'

/** Input of the person. Null means that nothing is entered; order and hopper then have a suggested value. */
export interface FeedEntry {
  lotId: string | null
  materialId: string | null
  orderId: string | null
  hopperId: string | null
  kg: number | null
  isScanned: boolean
  note: string
  reason: string
}
export interface FeedFormState {
  entry: FeedEntry
  changeEntry(part: Partial<FeedEntry>): void
  lot: Row<typeof materialLot> | null
  material: Row<typeof material> | null
  order: Row<typeof workOrder> | null
  orders: readonly Row<typeof workOrder>[]
  /** Hoppers of the order's line, sorted by code. */
  hoppers: readonly Hopper[]
  hopperId: string | null
  /**
   * Chooses a hopper by its label, with the order of its line. Returns null for unknown labels, and false if no order
   * runs on the line of the hopper.
   */
  scanHopper(text: string): Hopper | false | null
  /** Mass left of the lot after this phone's unsent feeds. */
  lotLeftKg: number | null
  findings: readonly FeedFinding[]
  /** True if a reason would lift a refusal, or if the person has entered a reason. */
  isReasonNeeded: boolean
  /** Refusals that depend only on the lot; known before an order and kilograms are entered. */
  lotRefusals: readonly FeedFinding[]
  /** True if the input is complete and no finding refuses it. */
  isReady: boolean
  offeredKgs: readonly number[]
  /** Feeds at this production line since the shift began, and all unsent ones, the latest first. */
  shiftFeeds: readonly LocalFeedRow[]
  /** True until the feeds of this line are known. */
  areFeedsLoading: boolean
  /** Names of referenced rows from the loaded lists. */
  refs: Readonly<Record<string, string>>
  isLoading: boolean
  /** Errors of failed queries. A list with an error is empty although there may be rows. */
  loadErrors: {
    readonly orders: QueryState | null
    readonly hoppers: QueryState | null
    readonly shiftFeeds: QueryState | null
  }
}
const PRODUCING_ORDERS_QUERY = { state: producingStates.join(','), size: 100 }
const SETTINGS_QUERY = { size: 100 }
const MAX_ORDER_FEEDS = 500
const BLANK_ENTRY: FeedEntry = {
  lotId: null,
  materialId: null,
  orderId: null,
  hopperId: null,
  kg: null,
  isScanned: false,
  note: '',
  reason: '',
}
const createEntry = (unsent: UnsentCommand | undefined, lotId: string | null, isScanned: boolean): FeedEntry => {
  const body = unsent?.body as Partial<Record<string, string | number>> | undefined
  return body
    ? {
        ...BLANK_ENTRY,
        lotId: (body['lotId'] as string | undefined) ?? null,
        materialId: String(body['materialId']),
        orderId: String(body['workOrderId']),
        hopperId: (body['hopperId'] as string | undefined) ?? null,
        kg: Number(body['kg']),
        note: String(body['note'] ?? ''),
        reason: String(body['reason'] ?? ''),
      }
    : { ...BLANK_ENTRY, lotId, isScanned }
}

type Order = Row<typeof workOrder>
/** Returns the order on the line of a hopper; a running order takes precedence over a paused one. */
const findRunningOrder = (orders: readonly Order[], { lineId }: Hopper): Order | undefined =>
  orders
    .filter((row) => row.lineId === lineId)
    .sort((a, b) => Number(b.state === 'running') - Number(a.state === 'running'))[0]

/**
 * Returns the state of a feed being entered: input, referenced rows and findings. Without a network it uses the shift
 * pack.
 */
export function useFeedForm(
  scannedRowId: string | null,
  isScanned: boolean,
  unsent: UnsentCommand | undefined,
): FeedFormState {
  const [entry, setEntry] = useState<FeedEntry>(() => createEntry(unsent, scannedRowId, isScanned))
  // This state only triggers a render; `useDefaultFeedOrder` reads the chosen order from storage.
  const [, setChosenOrderId] = useState(getChosenOrderId)
  const shift = useCurrentShift()
  const now = useNow()
  const timeZone = usePlantZone()
  const orderList = useList(workOrder, PRODUCING_ORDERS_QUERY)
  const orders = useMemo(() => orderList.rows.filter((row) => row.lineId !== null), [orderList.rows])
  const defaultOrder = useDefaultFeedOrder(orders)
  const { hoppers: allHoppers, isLoading: areHoppersLoading, loadError: hoppersError } = useHoppers()
  const settings = useList(plantSetting, SETTINGS_QUERY)
  const canOverrule = useHasPermission(hopperOverrulePermission)
  // A scan on another page may have opened the id of a hopper instead of a lot.
  const openedHopper = allHoppers.find(({ id }) => id === entry.lotId) ?? null
  const requestedOrderId = entry.orderId ?? (openedHopper ? (findRunningOrder(orders, openedHopper)?.id ?? null) : null)
  const order = requestedOrderId ? (orders.find((row) => row.id === requestedOrderId) ?? null) : defaultOrder
  const requestedLotId = openedHopper || areHoppersLoading ? null : entry.lotId
  const { row: lot, isLoading: isLotLoading } = useRow(materialLot, requestedLotId)
  // The opened id may also be the id of a material.
  const { row: scannedMaterial, isLoading: isMaterialLoading } = useRow(
    material,
    requestedLotId !== null && lot === null && !isLotLoading ? requestedLotId : null,
  )
  const { row: lotMaterial } = useRow(material, lot?.materialId ?? entry.materialId)
  const fedMaterial = scannedMaterial ?? lotMaterial
  const lotId = scannedMaterial || openedHopper ? null : entry.lotId
  const orderFeedList = useList(
    feed,
    { workOrderId: order?.id ?? '', size: MAX_ORDER_FEEDS },
    { enabled: order !== null },
  )
  const lineFeedList = useList(feed, { lineId: order?.lineId ?? '', size: 200 }, { enabled: order !== null })
  const standards = useList(
    processStandard,
    { productId: order?.productId ?? '', variant: 'mainLine', state: 'approved', newest: true, size: 50 },
    { enabled: order !== null },
  )
  const orderFeeds = orderFeedList.rows as LocalFeedRow[]
  const feedsAtLine = lineFeedList.rows as LocalFeedRow[]
  const hoppers = allHoppers.filter(({ lineId }) => lineId === order?.lineId)
  const chosenHopperId = entry.hopperId ?? openedHopper?.id ?? null
  const hopperId = hoppers.some(({ id }) => id === chosenHopperId)
    ? chosenHopperId
    : suggestHopperId(hoppers, feedsAtLine, fedMaterial)
  const changeEntry = (changes: Partial<FeedEntry>) => {
    if (changes.orderId) {
      storeOrderId(changes.orderId)
      setChosenOrderId(changes.orderId)
    }
    setEntry((previousEntry) => ({ ...previousEntry, ...changes }))
  }
  const findings = checkFeedLocally({
    order,
    material: fedMaterial,
    lot,
    kg: entry.kg,
    hopper: hoppers.find(({ id }) => id === hopperId) ?? null,
    reason: entry.reason,
    canOverrule,
    settings: buildPlantSettings(settings.rows),
    standards: standards.rows,
    orderFeeds: orderFeedList.hasMore ? null : orderFeeds,
    now: new Date(now).toISOString(),
    businessDate: shift.businessDate,
    timeZone,
  })
  const lotLeftKg = lot && calculateLotLeftKg(lot, orderFeeds)
  const lotProblems = lot ? findLotProblems(lot, shift.businessDate) : []
  const lotRefusals = lotProblems.map((code) => ({ code, isWarning: false }))
  return {
    entry: { ...entry, lotId, materialId: scannedMaterial?.id ?? entry.materialId },
    lot,
    material: fedMaterial,
    order,
    orders,
    hoppers,
    hopperId,
    findings,
    isReasonNeeded: entry.reason !== '' || canReasonLiftRefusal(findings, canOverrule),
    lotRefusals,
    changeEntry,
    scanHopper: (text) => {
      const scannedHopper = findHopperByLabel(allHoppers, text)
      if (!scannedHopper) return null
      const hopperOrder = scannedHopper.lineId === order?.lineId ? order : findRunningOrder(orders, scannedHopper)
      if (!hopperOrder) return false
      changeEntry({ hopperId: scannedHopper.id, ...(hopperOrder === order ? {} : { orderId: hopperOrder.id }) })
      return scannedHopper
    },
    lotLeftKg,
    isReady:
      order !== null &&
      fedMaterial !== null &&
      (lotId === null || lot !== null) &&
      (hopperId !== null || !needsHopper(fedMaterial.kind)) &&
      entry.kg !== null &&
      !hasRefusal(findings),
    offeredKgs: getOfferedKgs(getLastValues(feedsAtLine, fedMaterial?.id ?? null, 'kg'), lotLeftKg),
    shiftFeeds: feedsAtLine.filter((row) => row.fedAt >= shift.startsAt || row.pending !== undefined),
    areFeedsLoading: order !== null && lineFeedList.isLoading,
    loadErrors: {
      orders: getFailedQuery(orderList),
      hoppers: hoppersError,
      shiftFeeds: order && getFailedQuery(lineFeedList),
    },
    refs: { ...orderList.refs, ...orderFeedList.refs, ...lineFeedList.refs },
    isLoading:
      orderList.isLoading || (entry.lotId !== null && (areHoppersLoading || isLotLoading || isMaterialLoading)),
  }
}

type Hopper = Row<typeof hopper>
/** Returns all hoppers of the plant in use, sorted by code; available without a network. */
function useHoppers(): { hoppers: readonly Hopper[]; isLoading: boolean; loadError: QueryState | null } {
  const hopperList = useList(hopper, { active: true, size: 500 })
  return { hoppers: hopperList.rows, isLoading: hopperList.isLoading, loadError: getFailedQuery(hopperList) }
}
/** Finds a hopper by the scanned text of its label, or by its code without the label prefix. */
const findHopperByLabel = (hoppers: readonly Hopper[], text: string): Hopper | null => {
  const scan = parseLabel(text)
  return scan.kind === 'hopper' || scan.kind === 'unknown'
    ? (hoppers.find(({ code }) => code === scan.code) ?? null)
    : null
}
/** Returns the hopper to preselect: the last one of the material at this line, else the only fitting one, else null. */
function suggestHopperId(
  lineHoppers: readonly Hopper[],
  feedsAtLine: readonly LocalFeedRow[],
  fedMaterial: { readonly id: string; readonly kind: MaterialKind } | null,
): string | null {
  const fittingHoppers = lineHoppers.filter(({ takes }) => !takes || !fedMaterial || takes === fedMaterial.kind)
  const fittingIds = new Set(fittingHoppers.map(({ id }) => id))
  const lastHopperId = fedMaterial
    ? getLastValues(
        feedsAtLine.filter((row) => row.materialId === fedMaterial.id),
        fedMaterial.id,
        'hopperId',
      ).find((id) => id !== null && fittingIds.has(id))
    : undefined
  return lastHopperId ?? (fittingHoppers.length === 1 ? fittingHoppers[0]!.id : null)
}

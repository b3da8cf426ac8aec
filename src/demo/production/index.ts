/** Thirteen months of production: orders, feeds, jumbos, slit rolls, packages and handovers that are consistent. */
import { feed } from '@/areas/feeding/contract/feed'
import { hopperContent } from '@/areas/rolls/contract/hopper-content'
import { materialLot } from '@/areas/feeding/contract/material'
import { handover } from '@/areas/handover/contract/handover'
import { DAY_MS, toMillis } from '@/plant/rules/plant-time'
import { scheduleEntry } from '@/areas/orders/contract/schedule'
import { workOrder } from '@/areas/orders/contract/work-order'
import { lineStop } from '@/plant/contract/line-stop'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { cutting, slitRoll, slitSet } from '@/areas/slitting/contract/slitting'
import { rollPackage } from '@/areas/packing/contract/package'
import { qualityCheck } from '@/areas/quality/contract/quality-check'
import { codeWidth, oiling, productStorage, widthCheck } from '@/areas/quality/contract/width-and-oil-records'
import { toBatch, type RowBatch } from '../draft'
import type { DemoEra } from '../demo-era'
import type { PlantLine, PlaceLayout } from '../lines'
import type { Staff } from '../people'
import type { DemoPhoto } from '../photos'
import type { Dice } from '../random'
import { QualityChecks } from './quality-checks'
import { buildDeviations } from './deviations'
import { MaterialStore } from './material-store'
import { buildMachineRows } from './machine-times'
import { buildIncomingInspections } from './incoming-inspections'
import type { BilingualText } from '../bilingual-text'
import { buildHandovers, toStopsKey, type HandoverSeries } from './handovers'
import { buildMasterData, isWebLine, type WebLineKind } from './master-data'
import { runLine, type ShopFloor, type JumboDraft, type LineHistory, type ProductionOrder } from './orders'
import { PackingStation } from './packing-station'
import { buildCutQueue, buildErpRows, buildOrderTotals, buildPastEntries, planUpcomingOrders } from './plan-orders'
import { planStops } from './line-clock'
import { buildProductionRecords } from './production-records'
import { SlitterHall, type CutResult } from './slitting'
import { getStopDuration, buildStopRows, type ReasonIds, type StopDraft } from './stop-rows'
import { ShiftTallies } from './shift-tallies'
import { LaboratoryTests } from './laboratory-tests'

export interface ProductionOptions {
  readonly layout: PlaceLayout
  readonly staff: Staff
  readonly place: number
  /** Stops caused by repairs. */
  readonly repairStops: readonly StopDraft[]
  readonly reasonIds: ReasonIds
  /** Names of stop reasons by id. */
  readonly reasonNames: ReadonlyMap<string, BilingualText>
}
/** Rows to be stored in this order, and their photos. */
export interface Portion {
  readonly batches: readonly RowBatch[]
  readonly photos: readonly DemoPhoto[]
}
const toPortion = (batches: readonly RowBatch[]): Portion => ({ batches, photos: [] })
/** Failed checks that are at most this many days old have photos. */
const PHOTO_DAYS = 3
/** Jumbos whose rows are stored together; limited by memory. */
const JUMBOS_PER_PORTION = 60

/** Yields the production rows of a place in portions; returns the last serial of each number series. */
export function* buildProduction(
  dice: Dice,
  era: DemoEra,
  options: ProductionOptions,
): Generator<Portion, Map<string, number>> {
  const { layout, staff, place } = options
  const masterData = buildMasterData(dice.branch('masters'), era, layout, staff, place)
  const codeSuffix = place === 1 ? '' : `-${place}`
  const materialStore = new MaterialStore(dice.branch('lots'), era, staff, masterData, codeSuffix)
  const floor: ShopFloor = {
    dice: dice.branch('floor'),
    era,
    staff,
    masters: masterData,
    materialStore,
    codeSuffix,
    fromMs: era.productionFrom,
    orderSerials: new Map(),
  }
  const webLines = layout.lines.filter(isWebLine)
  const slitters = layout.lines.filter(({ kind }) => kind === 'slitting')
  const lineData = webLines.map((line) => buildLineData(dice, floor, line, options))
  const orders = lineData.flatMap(({ history }) => history.orders)
  const checks = new QualityChecks({ ...floor, dice: dice.branch('checks') }, codeSuffix)
  yield toPortion([...masterData.batches, checks.buildTemplateBatch()])

  const tallies = new ShiftTallies()
  const packing = new PackingStation(floor)
  const laboratory = new LaboratoryTests({ ...floor, dice: dice.branch('laboratory') })
  yield* slitJumbos(orders, new SlitterHall(floor, slitters, packing), tallies, { checks, laboratory })
  packing.closeRemaining()
  for (const order of orders) Object.assign(order.row, buildOrderTotals(order))
  materialStore.receiveUnusedLots()
  const incoming = buildIncomingInspections(
    { dice: dice.branch('incoming'), era, staff, masters: masterData, codeSuffix },
    materialStore.rows,
  )
  const feeds = lineData.flatMap(({ history }) => history.feeds)
  for (const row of feeds)
    if (row.kind !== 'pack')
      tallies.add(
        {
          lineId: row.lineId ?? '',
          businessDate: row.businessDate ?? '',
          shift: row.shift,
          workOrderId: row.workOrderId,
        },
        { fedKg: row.kg ?? 0 },
      )
  for (const { line, recycleRows } of orders) for (const row of recycleRows) tallies.addStartUpWaste(line.id, row)
  const stops = lineData.flatMap((line) => line.stops)
  const allStops = [...stops, ...options.repairStops]
  for (const stop of allStops)
    tallies.add(
      { lineId: stop.lineId ?? '', businessDate: stop.businessDate ?? '', shift: stop.shift },
      { stopMinutes: getStopDuration(stop, era.now) },
    )

  const plans = webLines.map((line, i) => planUpcomingOrders(floor, line, lineData[i]?.history.orders.at(-1)))
  const rows = [...orders.map(({ row }) => row), ...plans.flatMap((plan) => plan.orders)]
  yield toPortion([
    ...buildErpRows(floor, rows),
    toBatch(workOrder, rows),
    toBatch(scheduleEntry, [
      ...lineData.flatMap(({ history }) => buildPastEntries(floor, history)),
      ...plans.flatMap(({ entries }) => entries),
    ]),
    buildCutQueue(floor, slitters, orders),
    toBatch(materialLot, materialStore.rows),
    ...incoming.batches,
    toBatch(feed, feeds),
    toBatch(
      hopperContent,
      lineData.flatMap(({ history }) => history.contents),
    ),
    toBatch(lineStop, stops),
    toBatch(rollPackage, packing.rows),
    toBatch(productStorage, checks.buildStorageRecords(packing.rows)),
    ...buildMachineRows(floor, orders, feeds, slitters),
    ...laboratory.buildBatches(),
  ])
  const stopsByDay = new Map<string, StopDraft[]>()
  for (const stop of allStops) {
    const key = toStopsKey(stop.lineId, stop.businessDate)
    stopsByDay.set(key, [...(stopsByDay.get(key) ?? []), stop])
  }
  const shiftSources = {
    tallies,
    stops: stopsByDay,
    reasonNames: options.reasonNames,
    orders: new Map(rows.map((row) => [row.id, row])),
  }
  yield toPortion([
    toBatch(
      handover,
      buildHandoverSeries(floor, webLines, slitters).flatMap((series) => buildHandovers(floor, series, shiftSources)),
    ),
    ...buildProductionRecords(floor, webLines, orders, shiftSources, slitters),
  ])
  const deviations = buildDeviations({ ...floor, dice: dice.branch('deviations') }, orders)
  yield toPortion(deviations.batches)
  return new Map([
    ...getNumberSeries(
      floor,
      lineData.map(({ line, history }) => ({ line, history })),
      incoming.serials,
    ),
    ...deviations.series,
  ])
}

function buildLineData(
  dice: Dice,
  floor: ShopFloor,
  line: PlantLine & { kind: WebLineKind },
  { repairStops, reasonIds }: ProductionOptions,
) {
  const standstills = planStops(
    dice.branch(`stops/${line.code}`),
    floor.era,
    repairStops.filter((stop) => stop.lineId === line.id) as { startedAt: string; endedAt?: string | null }[],
  ).filter(({ endMs }) => endMs > floor.fromMs)
  const history = runLine({ ...floor, dice: dice.branch(`line/${line.code}`) }, line, standstills)
  return { line, history, stops: buildStopRows(floor, line, standstills, history, reasonIds) }
}

/** Slits all jumbos in the order of doffing, as the slitters become free. */
function* slitJumbos(
  orders: readonly ProductionOrder[],
  slitterHall: SlitterHall,
  tallies: ShiftTallies,
  { checks, laboratory }: { checks: QualityChecks; laboratory: LaboratoryTests },
): Generator<Portion> {
  // A jumbo without a doffing time is still being wound and comes last.
  const jumbosInOrder = orders
    .flatMap((order) => order.jumbos.map((jumbo) => ({ order, jumbo })))
    .sort((a, b) => ((a.jumbo.doffedAt ?? '9') < (b.jumbo.doffedAt ?? '9') ? -1 : 1))
  for (let i = 0; i < jumbosInOrder.length; i += JUMBOS_PER_PORTION) {
    const portion = jumbosInOrder.slice(i, i + JUMBOS_PER_PORTION)
    const recordsByJumbo: ReturnType<QualityChecks['checkJumbo']>[] = []
    const cuts = portion.flatMap(({ order, jumbo }) => {
      const cutResult = slitterHall.slitJumbo(order, jumbo)
      if (!cutResult) order.uncutJumbos += 1
      recordsByJumbo.push(checks.checkJumbo(order, jumbo, cutResult))
      return cutResult ? [cutResult] : []
    })
    for (const { order, jumbo } of portion) addJumboToTallies(tallies, order, jumbo)
    const orderIdByJumbo = new Map(portion.map(({ order, jumbo }) => [jumbo.id, order.row.id ?? '']))
    for (const cut of cuts) addSlitRollsToTallies(tallies, cut, orderIdByJumbo.get(cut.cutting.jumboRollId ?? '') ?? '')
    const photos = checks.attachPhotos(slitterHall.now - PHOTO_DAYS * DAY_MS)
    const batches = [
      toBatch(
        jumboRoll,
        portion.map(({ jumbo }) => jumbo),
      ),
      toBatch(
        cutting,
        cuts.map((cut) => cut.cutting),
      ),
      toBatch(
        slitSet,
        cuts.flatMap(({ sets }) => sets),
      ),
      toBatch(
        slitRoll,
        cuts.flatMap(({ rolls }) => rolls),
      ),
      laboratory.buildResults(portion),
      toBatch(
        qualityCheck,
        recordsByJumbo.flatMap((records) => records.checks),
      ),
      toBatch(
        widthCheck,
        recordsByJumbo.flatMap((records) => records.widthChecks),
      ),
      toBatch(
        oiling,
        recordsByJumbo.flatMap((records) => records.oilings),
      ),
      toBatch(
        codeWidth,
        recordsByJumbo.flatMap((records) => records.codeWidths),
      ),
    ]
    yield { batches, photos }
  }
}
function addJumboToTallies(tallies: ShiftTallies, order: ProductionOrder, jumbo: JumboDraft): void {
  if (jumbo.state === 'winding') return
  tallies.addRoll({ lineId: order.line.id, businessDate: jumbo.businessDate ?? '', shift: jumbo.shift }, 'jumbo', {
    workOrderId: order.row.id ?? '',
    kg: jumbo.netKg ?? 0,
    lengthM: jumbo.lengthM ?? 0,
    ...getRollGrade(jumbo),
  })
}
/** @param workOrderId order of the cut jumbo, to which the waste of the cutting belongs */
function addSlitRollsToTallies(tallies: ShiftTallies, { cutting: row, rolls }: CutResult, workOrderId: string): void {
  for (const roll of rolls) {
    const madeRoll = {
      workOrderId: roll.workOrderId ?? '',
      kg: roll.kg ?? 0,
      lengthM: roll.lengthM ?? 0,
      ...getRollGrade(roll),
    }
    tallies.addRoll(
      { lineId: roll.slitterId ?? '', businessDate: roll.businessDate ?? '', shift: roll.shift },
      'slit',
      madeRoll,
    )
    tallies.addSlitOutput(toMillis(roll.doffedAt ?? ''), madeRoll)
  }
  const shiftRef = { lineId: row.slitterId ?? '', businessDate: row.businessDate ?? '', shift: row.shift }
  tallies.add(shiftRef, { trimKg: row.trimKg ?? 0 })
  tallies.addWaste({ ...shiftRef, workOrderId }, row.wasteKg ?? 0)
}
const getRollGrade = ({ grade, downgrades }: Pick<JumboDraft, 'grade' | 'downgrades'>) =>
  ({ grade: grade ?? 'good', downgrades: downgrades ?? [] }) as const

/** Builds the series of handovers: lines, slitting hall and packing; other kinds only for the last 60 days. */
function buildHandoverSeries(
  { era, fromMs }: ShopFloor,
  webLines: readonly PlantLine[],
  slitters: readonly PlantLine[],
): HandoverSeries[] {
  const recentFromMs = Math.max(fromMs, era.now - 60 * DAY_MS)
  const [firstSlitter, lastSlitter] = [slitters[0]!, slitters.at(-1)!]
  return [
    ...webLines.map((line): HandoverSeries => ({
      kind: 'squadLeader',
      line,
      trade: 'line',
      fromMs,
      ...(line.kind === 'meltblown' && { crewSize: 2 }),
    })),
    { kind: 'slitting', line: firstSlitter, trade: 'slit', fromMs },
    { kind: 'packaging', line: lastSlitter, trade: 'slit', fromMs },
    { kind: 'middle', line: webLines[1] ?? webLines[0]!, trade: 'line', fromMs: recentFromMs },
    { kind: 'hostTransfer', line: webLines[0]!, trade: 'line', fromMs: recentFromMs },
    ...slitters
      .slice(1, -1)
      .map((line): HandoverSeries => ({ kind: 'slitting', line, trade: 'slit', fromMs, crewSize: 2 })),
  ]
}
/** Returns the last serial of each number series, from which the server continues. */
function getNumberSeries(
  floor: ShopFloor,
  lines: readonly { line: PlantLine; history: LineHistory }[],
  inspectionSerials: ReadonlyMap<string, number>,
): Map<string, number> {
  return new Map([
    ...lines.flatMap(({ line, history }) =>
      [...history.serials].map(([day, last]) => [`jumbo:${line.code}:${day}`, last] as const),
    ),
    ...[...inspectionSerials].map(([day, last]) => [`materialInspection:${day}`, last] as const),
    ...(floor.codeSuffix ? [] : [...floor.orderSerials].map(([day, last]) => [`workOrder:${day}`, last] as const)),
  ])
}

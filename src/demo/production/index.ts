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
import { cutting, rollPackage, slitRoll, slitSet } from '@/areas/rolls/contract/slitting'
import { qualityCheck } from '@/areas/quality/contract/quality-check'
import { codeWidth, oiling, productStorage, widthCheck } from '@/areas/quality/contract/web-records'
import { batch, type Batch } from '../draft'
import type { Era } from '../era'
import type { PlantLine, Site } from '../lines'
import type { Staff } from '../people'
import type { Photo } from '../photos'
import type { Dice } from '../random'
import { Checks } from './checks'
import { buildDeviations } from './deviations'
import { Lots } from './lots'
import { floorRows } from './machine-times'
import { buildIncoming } from './incoming'
import type { Said } from '../said'
import { handoverRows, stopsKey, type Ended } from './handovers'
import { buildMasters, isMaking, type Making } from './masters'
import { runLine, type Floor, type Jumbo, type LineHistory, type Order } from './orders'
import { Packing } from './packing'
import { cutQueue, erpRows, keptFigures, pastEntries, planAhead } from './plan'
import { ownStops } from './running'
import { sheetRows } from './sheets'
import { Slitters, type Cut } from './slitting'
import { stoodMinutes, stopRows, type ReasonIds, type StopRow } from './stops'
import { Tallies } from './tally'
import { Bench } from './tests'

export interface ProductionOptions {
  readonly site: Site
  readonly staff: Staff
  readonly place: number
  /** Stops caused by repairs. */
  readonly repairStops: readonly StopRow[]
  readonly reasons: ReasonIds
  /** Names of stop reasons by id. */
  readonly words: ReadonlyMap<string, Said>
  /** Days of history; the whole era when left out. */
  readonly days?: number | undefined
}
/** Rows to be stored in this order, and their photos. */
export interface Portion {
  readonly batches: readonly Batch[]
  readonly photos: readonly Photo[]
}
const bare = (batches: readonly Batch[]): Portion => ({ batches, photos: [] })
/** Failed checks of the last days have photos. */
const PHOTO_DAYS = 3
/** Jumbos whose rows are stored together; limited by memory. */
const AT_ONCE = 60

/** Yields the production rows of a place in portions; returns the last serial of each number series. */
export function* buildProduction(
  dice: Dice,
  era: Era,
  options: ProductionOptions,
): Generator<Portion, Map<string, number>> {
  const { site, staff, place } = options
  const masters = buildMasters(dice.branch('masters'), era, site, staff, place)
  const tail = place === 1 ? '' : `-${place}`
  const lots = new Lots(dice.branch('lots'), era, staff, masters, tail)
  const from = options.days ? Math.max(era.from, era.now - options.days * DAY_MS) : era.from
  const floor: Floor = { dice: dice.branch('floor'), era, staff, masters, lots, tail, from, numbers: new Map() }
  const making = site.lines.filter(isMaking)
  const slitters = site.lines.filter(({ kind }) => kind === 'slitting')
  const lines = making.map((line) => run(dice, floor, line, options))
  const orders = lines.flatMap(({ history }) => history.orders)
  const checks = new Checks({ ...floor, dice: dice.branch('checks') }, tail)
  yield bare([...masters.batches, checks.sheets()])

  const tallies = new Tallies()
  const packing = new Packing(floor)
  const bench = new Bench({ ...floor, dice: dice.branch('laboratory') })
  yield* slitAll(orders, new Slitters(floor, slitters, packing), tallies, { checks, bench })
  packing.closeRest()
  for (const order of orders) Object.assign(order.row, keptFigures(order))
  lots.receiveForStore()
  const incoming = buildIncoming({ dice: dice.branch('incoming'), era, staff, masters, tail }, lots.rows)
  const feeds = lines.flatMap(({ history }) => history.feeds)
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
  for (const { line, back } of orders) for (const row of back) tallies.lost(line.id, row)
  const stops = lines.flatMap((line) => line.stops)
  const everyStop = [...stops, ...options.repairStops]
  for (const stop of everyStop)
    tallies.add(
      { lineId: stop.lineId ?? '', businessDate: stop.businessDate ?? '', shift: stop.shift },
      { stopMinutes: stoodMinutes(stop, era.now) },
    )

  const ahead = making.map((line, i) => planAhead(floor, line, lines[i]?.history.orders.at(-1)))
  const rows = [...orders.map(({ row }) => row), ...ahead.flatMap((plan) => plan.orders)]
  yield bare([
    ...erpRows(floor, rows),
    batch(workOrder, rows),
    batch(scheduleEntry, [
      ...lines.flatMap(({ history }) => pastEntries(floor, history)),
      ...ahead.flatMap(({ entries }) => entries),
    ]),
    cutQueue(floor, slitters, orders),
    batch(materialLot, lots.rows),
    ...incoming.batches,
    batch(feed, feeds),
    batch(
      hopperContent,
      lines.flatMap(({ history }) => history.contents),
    ),
    batch(lineStop, stops),
    batch(rollPackage, packing.rows),
    batch(productStorage, checks.storage(packing.rows)),
    ...floorRows(floor, orders, feeds, slitters),
    ...bench.rest(),
  ])
  const byDay = new Map<string, StopRow[]>()
  for (const stop of everyStop) {
    const key = stopsKey(stop.lineId, stop.businessDate)
    byDay.set(key, [...(byDay.get(key) ?? []), stop])
  }
  const known = { tallies, stops: byDay, words: options.words, orders: new Map(rows.map((row) => [row.id, row])) }
  yield bare([
    batch(
      handover,
      shiftsEnd(floor, making, slitters).flatMap((ended) => handoverRows(floor, ended, known)),
    ),
    ...sheetRows(floor, making, orders, known, slitters),
  ])
  const deviations = buildDeviations({ ...floor, dice: dice.branch('deviations') }, orders)
  yield bare(deviations.batches)
  return new Map([
    ...seriesOf(
      floor,
      lines.map(({ line, history }) => ({ line, history })),
      incoming.serials,
    ),
    ...deviations.series,
  ])
}

function run(
  dice: Dice,
  floor: Floor,
  line: PlantLine & { kind: Making },
  { repairStops, reasons }: ProductionOptions,
) {
  const standings = ownStops(
    dice.branch(`stops/${line.code}`),
    floor.era,
    repairStops.filter((stop) => stop.lineId === line.id) as { startedAt: string; endedAt?: string | null }[],
  ).filter(({ endsAt }) => endsAt > floor.from)
  const history = runLine({ ...floor, dice: dice.branch(`line/${line.code}`) }, line, standings)
  return { line, history, stops: stopRows(floor, line, standings, history, reasons) }
}

/** Slits all jumbos in the order of doffing, as the slitters become free. */
function* slitAll(
  orders: readonly Order[],
  slitters: Slitters,
  tallies: Tallies,
  { checks, bench }: { checks: Checks; bench: Bench },
): Generator<Portion> {
  const all = orders
    .flatMap((order) => order.jumbos.map((jumbo) => ({ order, jumbo })))
    .sort((a, b) => ((a.jumbo.doffedAt ?? '9') < (b.jumbo.doffedAt ?? '9') ? -1 : 1))
  for (let i = 0; i < all.length; i += AT_ONCE) {
    const part = all.slice(i, i + AT_ONCE)
    const looked: ReturnType<Checks['of']>[] = []
    const cuts = part.flatMap(({ order, jumbo }) => {
      const cut = slitters.cut(order, jumbo)
      if (!cut) order.waiting += 1
      looked.push(checks.of(order, jumbo, cut))
      return cut ? [cut] : []
    })
    for (const { order, jumbo } of part) count(tallies, order, jumbo)
    for (const cut of cuts) countCut(tallies, cut)
    const photos = checks.photos(slitters.now - PHOTO_DAYS * DAY_MS)
    const batches = [
      batch(
        jumboRoll,
        part.map(({ jumbo }) => jumbo),
      ),
      batch(
        cutting,
        cuts.map((cut) => cut.cutting),
      ),
      batch(
        slitSet,
        cuts.flatMap(({ sets }) => sets),
      ),
      batch(
        slitRoll,
        cuts.flatMap(({ rolls }) => rolls),
      ),
      bench.results(part),
      batch(
        qualityCheck,
        looked.flatMap((one) => one.checks),
      ),
      batch(
        widthCheck,
        looked.flatMap((one) => one.widths),
      ),
      batch(
        oiling,
        looked.flatMap((one) => one.oils),
      ),
      batch(
        codeWidth,
        looked.flatMap((one) => one.coded),
      ),
    ]
    yield { batches, photos }
  }
}
function count(tallies: Tallies, order: Order, jumbo: Jumbo): void {
  if (jumbo.state === 'winding') return
  tallies.made({ lineId: order.line.id, businessDate: jumbo.businessDate ?? '', shift: jumbo.shift }, 'jumbo', {
    workOrderId: order.row.id ?? '',
    kg: jumbo.netKg ?? 0,
    lengthM: jumbo.lengthM ?? 0,
    ...gradeOf(jumbo),
  })
}
function countCut(tallies: Tallies, { cutting: row, rolls }: Cut): void {
  for (const roll of rolls) {
    const made = {
      workOrderId: roll.workOrderId ?? '',
      kg: roll.kg ?? 0,
      lengthM: roll.lengthM ?? 0,
      ...gradeOf(roll),
    }
    tallies.made(
      { lineId: roll.slitterId ?? '', businessDate: roll.businessDate ?? '', shift: roll.shift },
      'slit',
      made,
    )
    tallies.slit(toMillis(roll.doffedAt ?? ''), made)
  }
  tallies.add(
    { lineId: row.slitterId ?? '', businessDate: row.businessDate ?? '', shift: row.shift },
    { wasteKg: row.wasteKg ?? 0, trimKg: row.trimKg ?? 0 },
  )
}
const gradeOf = ({ grade, downgrades }: Pick<Jumbo, 'grade' | 'downgrades'>) =>
  ({ grade: grade ?? 'good', downgrades: downgrades ?? [] }) as const

/** Builds the series of handovers: lines, slitting hall and packing; other kinds only for the last 60 days. */
function shiftsEnd({ era, from }: Floor, making: readonly PlantLine[], slitters: readonly PlantLine[]): Ended[] {
  const lately = Math.max(from, era.now - 60 * DAY_MS)
  const [first, last] = [slitters[0]!, slitters.at(-1)!]
  return [
    ...making.map((line): Ended => ({
      kind: 'squadLeader',
      line,
      trade: 'line',
      from,
      ...(line.kind === 'meltblown' && { crew: 2 }),
    })),
    { kind: 'slitting', line: first, trade: 'slit', from },
    { kind: 'packaging', line: last, trade: 'slit', from },
    { kind: 'middle', line: making[1] ?? making[0]!, trade: 'line', from: lately },
    { kind: 'hostTransfer', line: making[0]!, trade: 'line', from: lately },
    ...slitters.slice(1, -1).map((line): Ended => ({ kind: 'slitting', line, trade: 'slit', from, crew: 2 })),
  ]
}
/** Returns the last serial of each number series, from which the server continues. */
function seriesOf(
  floor: Floor,
  lines: readonly { line: PlantLine; history: LineHistory }[],
  inspections: ReadonlyMap<string, number>,
): Map<string, number> {
  return new Map([
    ...lines.flatMap(({ line, history }) =>
      [...history.serials].map(([day, last]) => [`jumbo:${line.code}:${day}`, last] as const),
    ),
    ...[...inspections].map(([day, last]) => [`materialInspection:${day}`, last] as const),
    ...(floor.tail ? [] : [...floor.numbers].map(([day, last]) => [`workOrder:${day}`, last] as const)),
  ])
}

/** A metric has one value in every call, report and workbook, before and after changes and corrections of an earlier month. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recycle } from '@/areas/feeding/contract/recycle'
import { downgradeRoll, retireRoll, weighRoll } from '@/areas/rolls/contract/jumbo-commands'
import { plantStatistics } from '@/areas/overview/contract/metric-endpoints'
import { correctReportSum } from '@/areas/monthClosing/contract/correction-endpoints'
import { inputReport, outputReport } from '@/areas/sheets/contract/input-output'
import { inputOutputMonthReport } from '@/areas/sheets/contract/input-output-month'
import { customReport, stopReport } from '@/areas/sheets/contract/metric-reports'
import { materialReport } from '@/areas/sheets/contract/detail-reports'
import { reworkRoll } from '@/areas/slitting/contract/rework'
import { editSet, finishCutting, recycleRolls, startCutting } from '@/areas/slitting/contract/slitting-commands'
import { shiftMetricNames } from '@/areas/figures/rules/metric-values'
import { sumNames, type SumName } from '@/areas/figures/rules/shift-sums'
import { lineStop } from '@/plant/contract/line-stop'
import { isLongRun } from '../../long'
import { expectOk, plantTime, runJob } from '../plant-staff'
import { createMill, type Mill } from '../rolls/hopper-plant'
import {
  createSlitter,
  createSlitterPlant,
  doffNextSet,
  weighAll,
  WIDE_LANES,
  type RollSet as SlitSet,
  type SlitterPlant,
} from '../slitting/slitter-plant'
import { buildScopeInput, listMetricReaders, readMetrics, readWorkbookNumbers } from './metric-readers'

const DAY = '2026-11-20'
let h: SlitterPlant
let m: Mill
let sets: SlitSet[]
let cuttingId: string
let jumbos: { id: string }[]
let webBreak: string

const addWaste = (kind: 'startUp', kg: number, time: string) =>
  h.staff['operator-line'].call(recycle.endpoints.create, {
    workOrderId: m.order.id,
    lineId: m.line.id,
    kind,
    destination: 'disposed',
    kg,
    occurredAt: plantTime(time),
    note: '补记',
  } as never)
const addStop = (from: string, to: string) =>
  h.staff['prod-lead'].call(lineStop.endpoints.create, {
    lineId: m.line.id,
    startedAt: plantTime(from),
    endedAt: plantTime(to),
    reasonId: webBreak,
  } as never)
const correct = async (sum: SumName, difference: number) =>
  expectOk(
    await h.staff['prod-lead'].call(correctReportSum, {
      businessDate: DAY,
      shift: 'early',
      lineId: m.line.id,
      sum,
      difference,
      reason: `${sum} ${difference}`,
    }),
  )
/** Moves the clock, and signs in again, because sessions have ended. */
async function goTo(moment: string): Promise<void> {
  h.plant.clock.set(moment)
  for (const name of Object.keys(h.staff) as (keyof SlitterPlant['staff'])[]) h.staff[name] = await h.plant.as(name)
  h.operator = await h.plant.as('operator-slit')
}

beforeAll(async () => {
  h = await createSlitterPlant()
  m = await createMill(h.plant, h.staff)
  await h.plant.query(`update line set in_use_from = '2026-11-20' where id = $1`, [m.line.id])
  const [reason] = await h.plant.query<{ id: string }>(`select id from stop_reason where code = 'webBreak'`)
  webBreak = reason!.id
  await m.feed('R1', '08:00', 2000)
  await m.feed('W1', '08:00', 60)
  jumbos = [await m.doffRoll('08:10', '08:20'), await m.doffRoll('08:35', '08:50'), await m.doffRoll('08:50', '09:05')]
  expectOk(await addStop('09:10', '09:28'))
  const slitter = await createSlitter(h.staff)
  const cutting = expectOk(
    await h.operator.call(startCutting, {
      jumboRollId: jumbos[1]!.id,
      slitterId: slitter.id,
      lanes: WIDE_LANES,
      lengthM: 5000,
      occurredAt: plantTime('09:20'),
    } as never),
  )
  cuttingId = cutting.id
  const run = { jumbo: jumbos[1] as never, orderId: m.order.id, slitterId: slitter.id, cutting }
  sets = [await doffNextSet(h, run), await doffNextSet(h, run)]
  for (const set of sets) await weighAll(h, run, set)
  expectOk(await h.operator.call(finishCutting, { id: cutting.id, wasteKg: 1 } as never))
  await goTo('2026-12-05T02:00:00.000Z')
}, 120_000)
afterAll(() => h.plant.close())

/** Runs the job until no day waits, because one run ends after some time. */
async function calculateAllDays(): Promise<void> {
  do await runJob(h.plant, 'figures-count')
  while ((await h.plant.query('select from figure_mark limit 1')).length > 0)
}
/** Loads all metrics and sums of the day. */
const statistics = async (): Promise<Record<string, number | null>> => {
  const days = { from: DAY, to: DAY, by: ['day'] }
  const [metricTotal] = expectOk(await h.staff.admin.call(plantStatistics, { ...days, by: 'day' })).total
  const [sumTotal] = expectOk(
    await h.staff.admin.call(customReport.endpoint, { ...days, columns: [...sumNames] }),
  ).total
  return Object.fromEntries([
    ...sumNames.map((name) => [name, (sumTotal as unknown as Record<string, number>)[name]]),
    ...shiftMetricNames.map((name) => [name, metricTotal![name]]),
  ])
}
/** Deprecated masses of the balance of fed material, which follow the jumbo; its other masses are those of the winder. */
const BALANCE_MASSES = ['goodKg', 'wasteKg', 'recycledKg']
/** Numbers of a handover: those of one machine, the winder of the scope, so that there is nothing slit. */
const MACHINE_NUMBERS = ['slitRolls', 'slitKg', 'goodKg', 'wasteKg', 'trimKg']
/** Values with the key of a metric that mean something else, by call and path. */
const OTHER_MEANINGS: ReadonlySet<string> = new Set([
  ...['feed.teams', 'feed.balance'].flatMap((call) => BALANCE_MASSES.map((name) => `${call}.${name}`)),
  ...['handover.auto', 'handover.autoPackaging', 'handover.autoSlitting'].flatMap((call) =>
    MACHINE_NUMBERS.flatMap((name) => [`${call}.${name}`, `${call}.orders.${name}`]),
  ),
  // The whole shift and its orders are rows of one list.
  ...['jumboRolls', 'slitRolls', 'goodKg', 'wasteKg', 'fedKg'].map((name) => `teamSummary.preview.${name}`),
  // Stock, by its grade at the end of the day.
  'stock.history.course.goodKg',
  'stock.history.course.wasteKg',
  // Of the orders that were due.
  'plantFigure.completion.goodKg',
  // By feed records and by rolls, as their names say.
  'workOrder.one.fedKg',
  'workOrder.progress.woundKg',
])
/** Calls that answer for no chosen day. Those of the running shift are compared in `tests/demo`. */
const NOT_OF_A_DAY = [
  'scheduleEntry.ahead',
  'jumboRoll.info',
  'cutting.propose',
  'hold.recall',
  'roll.lotBalance',
  'energyUse.curve',
  'equipment.summary',
  'handover.previewSquadLeader',
  'handover.previewPost',
  'orderCost.week',
  'stock.down',
  'processActual.course',
  'lobby.headlines',
  'lobby.output',
  'lobby.energy',
]
/** Calls without data in this plant, which has no meters, costs, checks and targets. */
const WITHOUT_DATA = [
  'energyUse.rank',
  'orderCost.products',
  'orderCost.materials',
  'orderCost.customers',
  'orderCost.cheapest',
  'orderCost.dearest',
  'orderCost.quantities',
  'orderCost.ofProduct',
  'orderCost.versions',
  'orderCost.versionContrast',
  'orderCost.standards',
  'lineTarget.read',
  'teamTarget.read',
]

type Change = readonly [name: string, change: () => Promise<unknown>, expected: Readonly<Record<string, number>>]
const editSlitRoll = (rollId: string, more: object) =>
  h.operator.call(editSet, { id: sets[0]!.id, cuttingId, rolls: [{ rollId, ...more }] } as never)
const CHANGES: readonly Change[] = [
  [
    'no change',
    () => Promise.resolve(),
    // Three jumbos of 480 kg; 474 kg slit of one, 1 kg wasted at the end; a stop of 18 minutes in 24 hours.
    { outputKg: 1440, slitOutputKg: 474, goodKg: 474, goodRollsKg: 474, wasteKg: 1, unplannedHours: 0.3, unplanned: 1 },
  ],
  [
    'a downgrade',
    async () =>
      expectOk(
        await h.staff['prod-lead'].call(downgradeRoll, {
          id: jumbos[0]!.id,
          downgrades: [
            { fromM: 0, toM: 1500, grade: 'downgraded', defect: 'hole' },
            { fromM: 1500, toM: 2500, grade: 'waste', defect: 'hole' },
          ],
        } as never),
      ),
    // A quarter of 480 kg. Waste metres count as downgraded as long as the jumbo is in the hall.
    { outputKg: 1440, winderDowngradedKg: 120, wasteKg: 1, winderQ1Percent: (960 / 1440) * 100 },
  ],
  [
    'recycling a slit roll',
    async () =>
      expectOk(
        await h.operator.call(recycleRolls, {
          id: sets[0]!.id,
          cuttingId,
          rolls: [{ rollId: sets[0]!.slit[0]!.id }],
          reason: '皱',
        } as never),
      ),
    // 75 of 474 kg. The winder made the same as before: 1,440 kg less the downgraded 120 kg are good.
    {
      slitOutputKg: 474,
      goodKg: 399,
      goodRollsKg: 399,
      wasteKg: 76,
      q1Percent: (399 / 474) * 100,
      woundGoodKg: 1320,
      woundDowngradedKg: 120,
      woundWasteKg: 0,
    },
  ],
  [
    'scrapping a jumbo',
    async () =>
      expectOk(
        await h.staff['prod-lead'].call(retireRoll, { id: jumbos[2]!.id, action: 'scrap', reason: '破洞' } as never),
      ),
    // 480 kg more waste of 1,440 kg wound, of which 480 − 120 and 480 kg are good.
    {
      outputKg: 1440,
      woundWasteKg: 480,
      woundGoodKg: 840,
      wasteKg: 556,
      qualityPercent: (840 / 1440) * 100,
      wastePercent: (556 / 1440) * 100,
    },
  ],
  [
    'rework of a slit roll',
    async () =>
      expectOk(
        await h.staff['prod-lead'].call(reworkRoll, {
          slitRollId: sets[0]!.slit[1]!.id,
          kind: 'reslit',
          reason: '端面不齐',
          pieces: [
            { widthMm: 480, kg: 35 },
            { widthMm: 480, kg: 35 },
          ],
        } as never),
      ),
    // 70 of 75 kg remain.
    { slitOutputKg: 474, goodKg: 394, goodRollsKg: 394, wasteKg: 561 },
  ],
  [
    'corrections of weights',
    async () => {
      expectOk(await editSlitRoll(sets[0]!.slit[2]!.id, { kg: 78 }))
      expectOk(await h.staff['operator-line'].call(weighRoll, { id: jumbos[0]!.id, grossKg: 470, coreKg: 10 } as never))
    },
    // A slit roll weighs 3 kg more, a jumbo 20 kg less, of which a quarter is downgraded.
    { outputKg: 1420, winderDowngradedKg: 115, slitOutputKg: 477, goodKg: 397, wasteKg: 561 },
  ],
  [
    'a late stop and a correction of stop minutes',
    async () => {
      expectOk(await addStop('09:40', '09:50'))
      await correct('standingMinutes', 30)
    },
    // 28 minutes of stops and 30 minutes more of 1,440.
    {
      unplannedHours: 28 / 60,
      unplanned: 2,
      runHours: 1382 / 60,
      runPercent: (1382 / 1440) * 100,
      mtbsHours: 691 / 60,
    },
  ],
  [
    'a correction of fed kilograms',
    () => correct('fedKg', 25),
    // 2,060 kg were fed.
    { materialPerKg: 2085 / 1420, inputOutputPercent: (1420 / 2085) * 100 },
  ],
  [
    'a correction of output',
    () => correct('woundKg', 10),
    { outputKg: 1430, inputOutputPercent: (1430 / 2085) * 100, winderDowngradePercent: (115 / 1430) * 100 },
  ],
  [
    'late waste',
    async () => expectOk(await addWaste('startUp', 12, '08:26')),
    { outputKg: 1430, wasteKg: 573, wastePercent: (573 / 1442) * 100 },
  ],
]

/** Calls whose workbooks are read after a change: all after the first and the last, a third of them in turns in between. */
const readsWorkbook = (changeIndex: number, callIndex: number): boolean =>
  isLongRun || changeIndex === 0 || changeIndex === CHANGES.length - 1 || callIndex % 3 === changeIndex % 3

describe.each(CHANGES)('after %s', (name, change, expected) => {
  const changeIndex = CHANGES.findIndex(([other]) => other === name)
  let total: Readonly<Record<string, number | null>>
  const scope = () => ({ day: DAY, lineId: m.line.id, shift: 'early', orderId: m.order.id })
  beforeAll(async () => {
    await change()
    await calculateAllDays()
    total = await statistics()
  }, 120_000)
  test('the metrics have the values calculated by hand', () => {
    for (const [metric, value] of Object.entries(expected)) expect(total[metric], metric).toBeCloseTo(value, 5)
  })
  test('each call that answers a metric answers the same value, in its workbook as well', async () => {
    const differences: string[] = []
    const [notOfADay, withoutData]: [string[], string[]] = [[], []]
    for (const [callIndex, endpoint] of listMetricReaders().entries()) {
      const input = buildScopeInput(endpoint, scope())
      if (!input) {
        notOfADay.push(endpoint.name)
        continue
      }
      const values = await readMetrics(h.staff.admin, endpoint, input)
      if (typeof values === 'string') {
        differences.push(`${endpoint.name}: ${values}`)
        continue
      }
      if (values.length === 0) withoutData.push(endpoint.name)
      const comparedValues = values.filter(
        ({ path, metric }) => !OTHER_MEANINGS.has(`${endpoint.name}${path}.${metric}`),
      )
      for (const { path, metric, value } of comparedValues)
        if (Math.abs(value - (total[metric] ?? 0)) > 0.0006)
          differences.push(`${endpoint.name}${path}.${metric}: ${value}, not ${total[metric]}`)
      if (!readsWorkbook(changeIndex, callIndex)) continue
      const numbers = await readWorkbookNumbers(h.staff.admin, endpoint, input)
      for (const { path, metric, value } of comparedValues)
        if (numbers && path === '.total' && value !== 0 && !numbers.some((number) => Math.abs(number - value) < 0.0006))
          differences.push(`${endpoint.name}${path}.${metric}: ${value} is not in the workbook`)
    }
    expect(differences).toEqual([])
    expect({ notOfADay, withoutData }).toEqual({ notOfADay: NOT_OF_A_DAY, withoutData: WITHOUT_DATA })
  })
  test('reports of feeds and rolls add up to the metrics', async () => {
    const days = { from: DAY, to: DAY }
    const input = expectOk(await h.staff.admin.call(inputReport.endpoint, days))
    expect(input.derivedKg + input.correctedKg).toBeCloseTo(total['fedKg']!, 3)
    const output = expectOk(await h.staff.admin.call(outputReport.endpoint, days))
    expect(output.derivedKg + output.correctedKg).toBeCloseTo(total['woundKg']!, 3)
    const material = expectOk(await h.staff.admin.call(materialReport.endpoint, days))
    expect(material.total[0]!.kg).toBeCloseTo(total['fedKg']!, 3)
    const month = expectOk(await h.staff.admin.call(inputOutputMonthReport.endpoint, { month: DAY.slice(0, 7) }))
    expect(month.inputKg).toBeCloseTo(total['fedKg']!, 3)
    expect(month.outputKg).toBeCloseTo(total['woundKg']!, 3)
    const stops = expectOk(await h.staff.admin.call(stopReport.endpoint, days))
    expect(stops.total[0]!.minutes).toBeCloseTo(total['standingMinutes']!, 3)
  })
})

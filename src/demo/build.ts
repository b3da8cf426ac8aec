import { repair } from '@/areas/maintenance/contract/repair'
import { lineStop } from '@/plant/contract/line-stop'
import { pmRecord } from '@/areas/equipment/contract/work-records'
import { inspectionPlan } from '@/areas/rounds/contract/inspection-plan'
import { inspectionResult, inspectionRound } from '@/areas/rounds/contract/inspection-round'
import { pmPlan } from '@/areas/maintenance/contract/pm-plan'
import { weeklyWork } from '@/areas/maintenance/contract/weekly-work'
import { user } from '@/areas/access/contract/user'
import { buildCheckRecords } from './check-records'
import { toBatch, type RowBatch } from './draft'
import { buildEnergy } from './energy'
import { createDemoEra, type DemoEra } from './demo-era'
import { buildLedger } from './equipment-ledger'
import { buildLayout, type PlaceLayout } from './lines'
import { buildRepairChanges, buildLogins } from './logs'
import { buildMachines } from './machines'
import { buildMeters } from './meters'
import { buildPartStore } from './parts'
import { buildStaff, type Staff } from './people'
import { buildTelemetry } from './telemetry'
import { buildEnergyMeters } from './telemetry/energy-meters'
import { addPhotos, type DemoPhoto } from './photos'
import { buildRoutes } from './inspection-routes'
import { buildProduction } from './production'
import { explainRepairStops, type ReasonIds, type StopDraft } from './production/stop-rows'
import { Dice } from './random'
import type { DemoLanguage, BilingualText } from './bilingual-text'
import { buildRepairs, type RepairNumberSeries } from './repairs'
import { buildReplacedParts } from './replaced-parts'
import { generateRouteRounds } from './rounds'
import { buildStockMovements } from './stock'
import { buildTools } from './tools'
import { MachineOutputLog } from './tools/machine-output'
import { buildMaintenance } from './preventive-maintenance'
import { buildWeeklyTasks } from './weekly-work'
import type { StatementSender } from './bulk'

export interface DemoOptions {
  readonly seed: number
  /** Number of places, at least 1. Each has three lines, four slitters, utilities and its own history. */
  readonly scale: number
  readonly now: Date
  /** IANA name of the plant's time zone. */
  readonly zone: string
  /** Ids of the seeded roles by code. */
  readonly roleIds: ReadonlyMap<string, string>
  /** Ids of the stop reasons by code. */
  readonly reasonIds?: ReasonIds
  /** Names of the stop reasons by id. */
  readonly reasonNames?: ReadonlyMap<string, BilingualText>
  /** Days of orders, rolls and handovers; default 13 months. Machines, meters and people go back at least 4 months. */
  readonly days?: number | undefined
  readonly language: DemoLanguage
}
/** One part of the plant, with rows in the order in which they must be stored. */
export interface DemoPart {
  readonly stage: 'people' | 'place' | 'production'
  readonly batches: readonly RowBatch[]
  readonly photos: readonly DemoPhoto[]
  /** Fills tables that are not resources, after the part's rows are stored. */
  readonly fillSeries?: (client: StatementSender, site: number) => Promise<void>
}

/**
 * Yields the whole plant as rows: people first, then place by place so that memory holds one place at a time. The same
 * options give the same rows.
 *
 * @returns the last number used in each number series
 */
export function* buildDemo(options: DemoOptions): Generator<DemoPart, ReadonlyMap<string, number>> {
  const era = createDemoEra(options.now, options.zone, options.language, options.days)
  const dice = new Dice(`plant/${options.seed}`)
  const staff = buildStaff(dice.branch('people'), era, options.roleIds)
  const logins = buildLogins(dice.branch('logins'), era, staff)
  const peopleBatches = staff.batches.map((batch) =>
    batch.resource.name === user.name
      ? {
          ...batch,
          rows: batch.rows.map((row) => ({
            ...row,
            lastLoginAt: logins.lastLoginByUser.get(String(row['id'])) ?? null,
          })),
        }
      : batch,
  )
  yield { stage: 'people', batches: [...peopleBatches, logins.batch], photos: [] }
  const repairNumbers: RepairNumberSeries = new Map()
  const numberSeries = new Map<string, number>()
  for (let place = 1; place <= Math.max(1, options.scale); place++) {
    const { layout, stops, part } = buildPlace(dice.branch(`place/${place}`), era, staff, options, place, repairNumbers)
    yield part
    const portions = buildProduction(dice.branch(`production/${place}`), era, {
      layout,
      staff,
      place,
      repairStops: stops,
      reasonIds: options.reasonIds ?? new Map(),
      reasonNames: options.reasonNames ?? new Map(),
    })
    const machineOutput = new MachineOutputLog()
    const allStops = [...stops]
    let nextPortion = portions.next()
    for (; !nextPortion.done; nextPortion = portions.next()) {
      machineOutput.recordBatches(nextPortion.value.batches)
      for (const batch of nextPortion.value.batches)
        if (batch.resource.name === lineStop.name) allStops.push(...(batch.rows as readonly StopDraft[]))
      yield { stage: 'production', ...nextPortion.value }
    }
    const toolEra = { ...era, from: era.productionFrom }
    const toolBatches = buildTools(dice.branch(`tools/${place}`), toolEra, layout, staff, machineOutput, place)
    yield { stage: 'production', batches: toolBatches, photos: [] }
    const telemetryDice = dice.branch(`telemetry/${place}`)
    yield buildTelemetry(telemetryDice, era, { layout, place, stops: allStops })
    // Equal dice build the same meters as `buildTelemetry`, so that the energy meters can refer to them.
    const meters = buildEnergyMeters(telemetryDice.branch('meters'), era, layout, place)
    const energyBatches = buildEnergy(dice.branch(`energy/${place}`), era, layout, place, meters)
    yield { stage: 'production', batches: energyBatches, photos: [] }
    for (const [name, lastNumber] of nextPortion.value)
      numberSeries.set(name, Math.max(lastNumber, numberSeries.get(name) ?? 0))
  }
  for (const [day, lastNumber] of repairNumbers) numberSeries.set(`repair:${day}`, lastNumber)
  return numberSeries
}

function buildPlace(
  dice: Dice,
  era: DemoEra,
  staff: Staff,
  { roleIds, reasonIds = new Map() }: DemoOptions,
  place: number,
  repairNumbers: RepairNumberSeries,
): { layout: PlaceLayout; stops: StopDraft[]; part: DemoPart } {
  const layout = buildLayout(dice.branch('site'), era, staff, place)
  const machines = buildMachines(dice.branch('machines'), era, layout)
  const partStore = buildPartStore(dice.branch('store'), era, machines, place)
  const meters = buildMeters(dice.branch('meters'), era, layout, staff, machines)
  const routes = buildRoutes(dice.branch('routes'), era, layout, staff, machines, roleIds)
  const routeHistories = routes.map((route) =>
    generateRouteRounds(dice.branch(`walk/${route.row.name}`), era, staff, route),
  )
  const inspectionResults = routeHistories.flatMap((history) => history.results)
  const repairHistory = buildRepairs(
    { dice: dice.branch('repairs'), era, staff, partStore, numberSeries: repairNumbers },
    machines,
    inspectionResults,
  )
  const photos = addPhotos(dice.branch('photos'), repairHistory.repairs)
  const maintenance = buildMaintenance(
    { dice: dice.branch('upkeep'), era, staff, partStore, counterByMachine: meters.counterByMachine },
    machines,
  )
  const stock = buildStockMovements(dice.branch('stock'), era, staff, partStore, [
    ...repairHistory.demands,
    ...maintenance.demands,
  ])
  const stops = explainRepairStops(repairHistory.stops, repairHistory.repairs, era, reasonIds)
  return {
    layout,
    stops,
    part: {
      stage: 'place',
      photos,
      batches: [
        ...layout.batches,
        ...buildLedger(dice.branch('ledger'), era, staff, machines, repairHistory.summaries, place),
        ...meters.batches,
        toBatch(
          inspectionPlan,
          routes.map(({ row }) => row),
        ),
        ...routeHistories.map(({ rounds }) => toBatch(inspectionRound, rounds)),
        toBatch(inspectionResult, inspectionResults),
        toBatch(repair, repairHistory.repairs),
        toBatch(lineStop, stops),
        toBatch(pmPlan, maintenance.plans),
        toBatch(pmRecord, maintenance.records),
        ...stock.batches,
        ...buildReplacedParts(dice.branch('replaced'), era, partStore, machines, repairHistory.repairs),
        ...buildCheckRecords({ dice: dice.branch('records'), era, staff, layout, partStore, machines }),
        toBatch(weeklyWork, buildWeeklyTasks(dice.branch('weekly'), era, staff, machines)),
        buildRepairChanges(dice.branch('changes'), era, staff, repairHistory),
      ],
    },
  }
}

import { repair } from '@/areas/maintenance/contract/repair'
import { lineStop } from '@/plant/contract/line-stop'
import { pmRecord } from '@/areas/equipment/contract/work-records'
import { inspectionPlan } from '@/areas/maintenance/contract/inspection-plan'
import { inspectionResult, inspectionRound } from '@/areas/maintenance/contract/inspection-round'
import { pmPlan } from '@/areas/maintenance/contract/pm-plan'
import { weeklyWork } from '@/areas/maintenance/contract/weekly-work'
import { user } from '@/areas/access/contract/user'
import { buildRecords } from './check-records'
import { batch, type Batch } from './draft'
import { buildEnergy } from './energy'
import { eraOf, type Era } from './era'
import { ledgerRows } from './ledger'
import { buildSite, type Site } from './lines'
import { buildChanges, buildLogins } from './logs'
import { buildMachines } from './machines'
import { buildMeters } from './meters'
import { buildStore } from './parts'
import { buildStaff, type Staff } from './people'
import { buildTelemetry } from './telemetry'
import { buildEnergyMeters } from './telemetry/energy-meters'
import { addPhotos, type Photo } from './photos'
import { buildRoutes } from './plans'
import { buildProduction } from './production'
import { explainRepairStops, type ReasonIds, type StopDraft } from './production/stop-rows'
import { DAY_MS } from '@/plant/rules/plant-time'
import { Dice } from './random'
import type { DemoLanguage, Said } from './said'
import { buildRepairs, type Numbering } from './repairs'
import { buildReplacedParts } from './replaced-parts'
import { walk } from './rounds'
import { moveParts } from './stock'
import { buildTools } from './tools'
import { Made } from './tools/made'
import { buildPm } from './pm'
import { buildWeekly } from './weekly'
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
  readonly reasons?: ReasonIds
  /** Names of the stop reasons by id. */
  readonly reasonWords?: ReadonlyMap<string, Said>
  /** Days of orders, rolls and handovers; default 13 months. Machines, meters and people go back at least 4 months. */
  readonly days?: number | undefined
  readonly language: DemoLanguage
}
/** One part of the plant, with rows in the order in which they must be stored. */
export interface Part {
  readonly what: 'people' | 'place' | 'production'
  readonly batches: readonly Batch[]
  readonly photos: readonly Photo[]
  /** Fills tables that are not resources, after the part's rows are stored. */
  readonly series?: (client: StatementSender, site: number) => Promise<void>
}

/**
 * Yields the whole plant as rows: people first, then place by place so that memory holds one place at a time. The same
 * options give the same rows.
 *
 * @returns the last number used in each number series
 */
export function* buildDemo(options: DemoOptions): Generator<Part, ReadonlyMap<string, number>> {
  const era = eraOf(options.now, options.zone, options.language, options.days)
  const dice = new Dice(`plant/${options.seed}`)
  const staff = buildStaff(dice.branch('people'), era, options.roleIds)
  const logins = buildLogins(dice.branch('logins'), era, staff)
  const people = staff.batches.map((each) =>
    each.resource.name === user.name
      ? { ...each, rows: each.rows.map((row) => ({ ...row, lastLoginAt: logins.last.get(String(row['id'])) ?? null })) }
      : each,
  )
  yield { what: 'people', batches: [...people, logins.batch], photos: [] }
  const repairs: Numbering = new Map()
  const series = new Map<string, number>()
  for (let place = 1; place <= Math.max(1, options.scale); place++) {
    const { site, stops, part } = buildPlace(dice.branch(`place/${place}`), era, staff, options, place, repairs)
    yield part
    const production = buildProduction(dice.branch(`production/${place}`), era, {
      site,
      staff,
      place,
      repairStops: stops,
      reasons: options.reasons ?? new Map(),
      words: options.reasonWords ?? new Map(),
      days: options.days,
    })
    const made = new Made()
    const told = [...stops]
    let next = production.next()
    for (; !next.done; next = production.next()) {
      made.note(next.value.batches)
      for (const each of next.value.batches)
        if (each.resource.name === lineStop.name) told.push(...(each.rows as readonly StopDraft[]))
      yield { what: 'production', ...next.value }
    }
    const from = options.days ? Math.max(era.from, era.now - options.days * DAY_MS) : era.from
    const tools = buildTools(dice.branch(`tools/${place}`), { ...era, from }, site, staff, made, place)
    yield { what: 'production', batches: tools, photos: [] }
    const telemetry = dice.branch(`telemetry/${place}`)
    yield buildTelemetry(telemetry, era, { site, place, stops: told, days: options.days })
    // The same dice give the same meters as in `buildTelemetry`.
    const meters = buildEnergyMeters(telemetry.branch('meters'), era, site, place)
    const energy = buildEnergy(dice.branch(`energy/${place}`), era, site, place, meters)
    yield { what: 'production', batches: energy, photos: [] }
    for (const [name, last] of next.value) series.set(name, Math.max(last, series.get(name) ?? 0))
  }
  for (const [day, last] of repairs) series.set(`repair:${day}`, last)
  return series
}

function buildPlace(
  dice: Dice,
  era: Era,
  staff: Staff,
  { roleIds, reasons = new Map() }: DemoOptions,
  place: number,
  series: Numbering,
): { site: Site; stops: StopDraft[]; part: Part } {
  const site = buildSite(dice.branch('site'), era, staff, place)
  const machines = buildMachines(dice.branch('machines'), era, site)
  const store = buildStore(dice.branch('store'), era, machines, place)
  const meters = buildMeters(dice.branch('meters'), era, site, staff, machines)
  const routes = buildRoutes(dice.branch('routes'), era, site, staff, machines, roleIds)
  const walks = routes.map((route) => walk(dice.branch(`walk/${route.row.name}`), era, staff, route))
  const results = walks.flatMap((each) => each.results)
  const history = buildRepairs({ dice: dice.branch('repairs'), era, staff, store, series }, machines, results)
  const photos = addPhotos(dice.branch('photos'), history.repairs)
  const pm = buildPm({ dice: dice.branch('upkeep'), era, staff, store, hours: meters.hours }, machines)
  const stock = moveParts(dice.branch('stock'), era, staff, store, [...history.demands, ...pm.demands])
  const stops = explainRepairStops(history.stops, history.repairs, era, reasons)
  return {
    site,
    stops,
    part: {
      what: 'place',
      photos,
      batches: [
        ...site.batches,
        ...ledgerRows(dice.branch('ledger'), era, staff, machines, history.views, place),
        ...meters.batches,
        batch(
          inspectionPlan,
          routes.map(({ row }) => row),
        ),
        ...walks.map(({ rounds }) => batch(inspectionRound, rounds)),
        batch(inspectionResult, results),
        batch(repair, history.repairs),
        batch(lineStop, stops),
        batch(pmPlan, pm.plans),
        batch(pmRecord, pm.records),
        ...stock.batches,
        ...buildReplacedParts(dice.branch('replaced'), era, store, machines, history.repairs),
        ...buildRecords({ dice: dice.branch('records'), era, staff, site, store, machines }),
        batch(weeklyWork, buildWeekly(dice.branch('weekly'), era, staff, machines)),
        buildChanges(dice.branch('changes'), era, staff, history),
      ],
    },
  }
}

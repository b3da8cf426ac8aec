import { z } from 'zod'
import { firstLevelCheck, mechanicalCheck, secondLevelCheck, teamCheck } from '@/areas/equipment/contract/check-records'
import { assistRecord, detectionRecord, electricRecord } from '@/areas/equipment/contract/work-records'
import { mainLubrication, slittingLubrication } from '@/areas/equipment/contract/lubrication'
import { addDays, toMoment } from '@/plant/rules/plant-time'
import { isWebLineKind } from '@/plant/rules/line'
import recordData from './data/check-records.json' with { type: 'json' }
import { toBatch, buildAuditFields, type RowBatch, type RowDraft } from './draft'
import type { DemoEra } from './demo-era'
import type { MachineCheck } from './machine-groups'
import type { PlaceLayout } from './lines'
import type { DemoMachine } from './machines'
import { buildPartName, type PartStore } from './parts'
import type { Staff, Trade } from './people'
import { roundDecimals, type Dice } from './random'
import { bilingualTextSchema, readRecords } from './read-data'
import { toBilingualText } from './bilingual-text'
import { buildTeamChecks } from './team-checks'

export interface RecordContext {
  dice: Dice
  era: DemoEra
  staff: Staff
  layout: PlaceLayout
  partStore: PartStore
  machines: readonly DemoMachine[]
}
export type MachineCheckResult = 'ok' | 'attention' | 'notOk'
/** Fields that all machine records share. */
interface RecordHead {
  id: string
  equipmentId: string
  occurredAt: string
  people: string[]
  result: MachineCheckResult
  nextDueOn: string | null
  createdAt: string
  updatedAt: string
  createdBy: string | null
  version: number
}

const assistWorks = readRecords(
  recordData.assistWorks,
  z.strictObject({ kind: z.enum(assistRecord.fields.kind.options), work: bilingualTextSchema }),
)
/** Measurements with their limits and usual values. */
const detectionMethods = readRecords(
  recordData.detectionMethods,
  z.strictObject({
    kind: z.enum(detectionRecord.fields.kind.options),
    unit: z.string(),
    low: z.number(),
    high: z.number(),
    usualFrom: z.number(),
    usualTo: z.number(),
    standard: bilingualTextSchema,
  }),
)

/** Builds the machine records other than rounds, repairs and preventive maintenance. */
export function buildCheckRecords(context: RecordContext): RowBatch[] {
  const { machines } = context
  const webLineMachines = machines.filter(({ line }) => isWebLineKind(line.kind))
  const slitterMachines = machines.filter(({ line }) => line.kind === 'slitting')
  const electricalMachines = machines.filter(
    ({ kind }) => kind.group === 'panel' || kind.group === 'drive' || kind.group === 'power',
  )
  const rotatingMachines = machines.filter(({ kind }) =>
    ['blower', 'drive', 'pump', 'compressor', 'extruder'].includes(kind.group),
  )
  return [
    toBatch(
      firstLevelCheck,
      generateRecords(
        context,
        { perDay: 4, trade: 'line', machines: webLineMachines.concat(slitterMachines), dueDays: 1 },
        (head, machine): RowDraft<typeof firstLevelCheck> => ({
          ...head,
          items: buildItems(context, machine, head.result),
        }),
      ),
    ),
    toBatch(
      secondLevelCheck,
      generateRecords(
        context,
        { perDay: 1.4, trade: 'mechanic', machines, dueDays: 30 },
        (head, machine): RowDraft<typeof secondLevelCheck> => ({
          ...head,
          items: buildItems(context, machine, head.result),
          findings: context.era.localize(
            (head.result === 'ok' ? null : machine.group.faults[0]?.description) ??
              toBilingualText('未发现异常', 'Nothing unusual found'),
          ),
          measures:
            head.result === 'ok'
              ? null
              : context.era.localize(toBilingualText('列入下周工作', "Put into next week's work")),
          hours: roundDecimals(context.dice.between(0.4, 2.5), 2),
        }),
      ),
    ),
    toBatch(
      electricRecord,
      generateRecords(
        context,
        { perDay: 1.1, trade: 'electrician', machines: electricalMachines, dueDays: 90 },
        (head, machine) => buildElectricRecord(context, head, machine),
      ),
    ),
    toBatch(
      assistRecord,
      generateRecords(
        context,
        { perDay: 0.9, trade: 'mechanic', machines, dueDays: null },
        (head): RowDraft<typeof assistRecord> => {
          const { kind, work } = context.dice.pick(assistWorks)
          return {
            ...head,
            kind,
            work: context.era.localize(work),
            hours: roundDecimals(context.dice.between(0.3, 4), 2),
          }
        },
      ),
    ),
    toBatch(
      detectionRecord,
      generateRecords(
        context,
        { perDay: 1.2, trade: 'mechanic', machines: rotatingMachines, dueDays: 30 },
        (head, machine) => buildDetectionRecord(context, head, machine),
      ),
    ),
    toBatch(
      mechanicalCheck,
      generateRecords(
        context,
        { perDay: 1.3, trade: 'mechanic', machines: rotatingMachines, dueDays: 30 },
        (head, machine): RowDraft<typeof mechanicalCheck> => ({
          ...head,
          part: context.era.localize(context.dice.pick(recordData.mechanicalParts)),
          vibration: roundDecimals(
            head.result === 'ok' ? context.dice.between(0.8, 4) : context.dice.between(4.6, 8.5),
            2,
          ),
          bearingTemperature: roundDecimals(context.dice.between(38, 66), 1),
          noise: roundDecimals(context.dice.between(68, 84), 1),
          items: buildItems(context, machine, head.result),
        }),
      ),
    ),
    toBatch(
      mainLubrication,
      generateRecords(
        context,
        { perDay: 1.8, trade: 'mechanic', machines: webLineMachines, dueDays: 30 },
        (head, machine): RowDraft<typeof mainLubrication> => ({
          ...head,
          ...buildLubrication(context, machine),
        }),
      ),
    ),
    toBatch(
      slittingLubrication,
      generateRecords(
        context,
        { perDay: 1, trade: 'mechanic', machines: slitterMachines, dueDays: 14 },
        (head, machine): RowDraft<typeof slittingLubrication> => ({
          ...head,
          ...buildLubrication(context, machine),
        }),
      ),
    ),
    toBatch(teamCheck, buildTeamChecks(context)),
  ]
}

interface RecordOptions {
  /** Number of records a day on average. */
  readonly perDay: number
  /** The trade that fills in the records, in its working hours. */
  readonly trade: Trade
  readonly machines: readonly DemoMachine[]
  /** Days until the next record of the machine is due; null if none is. */
  readonly dueDays: number | null
}
/** First and last minute of the day at which maintenance people write records: 8:30 and 17:10. */
const WORKING_MINUTES = [510, 1030] as const
/** Generates records, each for a random machine that is in use. */
function generateRecords<T>(
  context: RecordContext,
  { perDay, trade, machines, dueDays }: RecordOptions,
  buildRecord: (head: RecordHead, machine: DemoMachine) => T,
): T[] {
  const { dice, era, staff } = context
  const machinesInUse = machines.filter(({ stopped }) => stopped === null)
  const rows: T[] = []
  for (const day of era.listDays())
    // Draws the number of records of a day, `perDay` on average: a chance of 1 or more always succeeds.
    for (let expectedCount = perDay; dice.chance(expectedCount); expectedCount -= 1) {
      const occurredMs = era.toMillis(day, trade === 'line' ? dice.int(0, 1439) : dice.int(...WORKING_MINUTES))
      if (occurredMs > era.now) continue
      const machine = dice.pick(machinesInUse)
      const crew =
        trade === 'line'
          ? staff.listOnShift(machine.line.kind === 'slitting' ? 'slit' : 'line', occurredMs)
          : staff.listByTrade(trade)
      const people = dice
        .sample(crew.length ? crew : staff.listByTrade('shiftMaint'), dice.chance(0.25) ? 2 : 1)
        .map(({ id }) => id)
      const result = dice.pickWeighted<MachineCheckResult>([
        ['ok', 93],
        ['attention', 5.5],
        ['notOk', 1.5],
      ])
      rows.push(
        buildRecord(
          {
            id: dice.id(occurredMs),
            equipmentId: machine.id,
            occurredAt: toMoment(occurredMs),
            people,
            result,
            nextDueOn: dueDays === null ? null : addDays(day, dueDays),
            ...buildAuditFields(occurredMs, people[0] ?? null),
          },
          machine,
        ),
      )
    }
  return rows
}

export type CheckItems = NonNullable<RowDraft<typeof firstLevelCheck>['items']>
/** Builds the checked items of a machine. The first item has the result of the record, all others are in order. */
function buildItems(context: RecordContext, machine: DemoMachine, result: MachineCheckResult): CheckItems {
  return machine.group.checks.map((check, i) => buildItem(context, check, i === 0 ? result : 'ok'))
}
function buildItem({ dice, era }: RecordContext, check: MachineCheck, result: MachineCheckResult): CheckItems[number] {
  const value =
    check.kind === 'number'
      ? roundDecimals(
          result === 'notOk'
            ? check.high * 1.06
            : check.usualValue + (check.high - check.usualValue) * dice.between(-0.3, 0.4),
          2,
        )
      : null
  return {
    item: era.localize(check),
    method: era.localize(
      check.kind === 'number'
        ? toBilingualText('仪表读数', 'Gauge reading')
        : toBilingualText('目视、听诊', 'Look and listen'),
    ),
    standard:
      check.kind === 'number'
        ? `${check.low}–${check.high} ${check.unit}`
        : era.localize(toBilingualText('无异常', 'Nothing unusual')),
    result,
    value,
    unit: check.kind === 'number' ? check.unit : null,
    remark: result === 'ok' ? null : era.localize(dice.pick(recordData.remarks)),
  }
}

function buildElectricRecord(
  context: RecordContext,
  head: RecordHead,
  machine: DemoMachine,
): RowDraft<typeof electricRecord> {
  const { dice, era } = context
  return {
    ...head,
    circuit: `${machine.code}-Q${dice.int(1, 6)}`,
    voltage: roundDecimals(dice.normal(398, 3), 1),
    current: roundDecimals(Math.max(2, machine.kind.power * dice.between(1, 1.7)), 2),
    insulation: roundDecimals(head.result === 'notOk' ? dice.between(0.2, 0.9) : dice.between(20, 500), 2),
    temperature: roundDecimals(dice.between(26, 48), 1),
    items: buildItems(context, machine, head.result),
    work: era.localize(dice.pick(recordData.electricalWorks)),
    hours: roundDecimals(dice.between(0.3, 2), 2),
  }
}

function buildDetectionRecord(
  { dice, era }: RecordContext,
  head: RecordHead,
  machine: DemoMachine,
): RowDraft<typeof detectionRecord> {
  const { kind, unit, low, high, usualFrom, usualTo, standard } = dice.pick(detectionMethods)
  const values = recordData.measuringPoints.map((point, i) => {
    const isFaulty = head.result === 'notOk' && i === 0
    return {
      point: era.localize(point),
      value: roundDecimals(
        isFaulty ? (kind === 'insulation' ? low * 0.5 : high * 1.25) : dice.between(usualFrom, usualTo),
        3,
      ),
      unit,
      low,
      high,
      result: isFaulty ? ('notOk' as const) : ('ok' as const),
    }
  })
  return {
    ...head,
    kind,
    instrument: era.localize(dice.pick(recordData.instruments)),
    standard: era.localize(standard),
    values,
    note:
      head.result === 'notOk'
        ? era.localize(
            toBilingualText(`${machine.name}超标，安排检修`, `${machine.nameEn} above its limit, repair planned`),
          )
        : null,
  }
}

function buildLubrication(
  { dice, era, partStore }: RecordContext,
  machine: DemoMachine,
): Pick<RowDraft<typeof mainLubrication>, 'points' | 'runningHours'> {
  const lubricants = partStore.listFitting(machine, dice.chance(0.6) ? 'grease' : 'oil')
  return {
    points: dice.sample(recordData.lubricationPoints, dice.int(1, 3)).map((point) => {
      const part = dice.pick(lubricants)
      const isGrease = part.family.tag === 'grease'
      return {
        point: era.localize(point),
        lubricant: era.localize(buildPartName(part)),
        partId: part.id,
        amount: isGrease ? dice.int(10, 80) : dice.int(1, 8),
        unit: isGrease ? ('g' as const) : ('L' as const),
        action: isGrease ? ('regrease' as const) : dice.pick(['topUp', 'replace'] as const),
      }
    }),
    runningHours: roundDecimals(dice.between(400, 800), 1),
  }
}

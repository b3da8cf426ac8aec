import { z } from 'zod'
import { customField } from '@/areas/equipment/contract/custom-field'
import { equipment, machineUseRecord } from '@/areas/equipment/contract/equipment'
import { DAY_MS, HOUR_MS, addMonths, toMoment, type Day } from '@/plant/rules/plant-time'
import { getRepairCondition, type RepairState } from '@/areas/maintenance/rules/repair'
import equipmentFields from './data/equipment-fields.json' with { type: 'json' }
import texts from './data/texts.json' with { type: 'json' }
import { toMakerFields } from './company-names'
import { toBatch, buildAuditFields, type RowBatch, type RowDraft } from './draft'
import type { DemoEra } from './demo-era'
import { calculateRunningHours, type DemoMachine } from './machines'
import type { Staff } from './people'
import { roundDecimals, type Dice } from './random'
import { bilingualTextSchema, readRecords } from './read-data'
import { toBilingualText, toBilingualName, type BilingualText } from './bilingual-text'

/** Repairs of a machine: all their states, and the end of the last one, ms since 1970. */
export interface RepairSummary {
  readonly states: readonly RepairState[]
  readonly lastEndMs: number | null
}

/** Builds the rows of the equipment ledger from machines and their repairs. */
export function buildLedger(
  dice: Dice,
  era: DemoEra,
  staff: Staff,
  machines: readonly DemoMachine[],
  repairs: ReadonlyMap<string, RepairSummary>,
  place: number,
): RowBatch[] {
  const createdMs = era.from - 25 * DAY_MS
  const responsibleWorkers = [
    ...staff.listByTrade('mechanic'),
    ...staff.listByTrade('electrician'),
    ...staff.listByTrade('shiftMaint'),
  ]
  const rows = machines.map((machine): RowDraft<typeof equipment> => {
    const repairSummary = repairs.get(machine.id)
    const installedOn = era.toDay(machine.installedMs)
    const changedMs = Math.max(createdMs, repairSummary?.lastEndMs ?? 0, machine.stopped?.atMs ?? 0)
    return {
      id: machine.id,
      code: machine.code,
      name: machine.name,
      nameEn: machine.nameEn,
      category: machine.kind.category,
      lineId: machine.line.id,
      areaId: machine.areaId,
      model: machine.model,
      ...toMakerFields(machine.maker),
      serialNumber: `${installedOn.slice(2, 4)}${String(dice.int(10_000, 99_999))}`,
      state: machine.stopped ? (machine.stopped.discarded ? 'discarded' : 'notUsed') : 'inUse',
      condition: getRepairCondition(repairSummary?.states ?? []),
      criticality: machine.kind.criticality,
      sparePartNumber: `SP-${machine.kind.stem}`,
      installedOn,
      repairedOn: repairSummary?.lastEndMs ? era.toDay(repairSummary.lastEndMs) : null,
      runningHours: roundDecimals(calculateRunningHours(machine, era.now), 1),
      ratedPower: machine.kind.power || null,
      principalId: dice.pick(responsibleWorkers).id,
      custom: buildCustomValues(dice, machine, installedOn),
      worth: buildWorthValues(dice, machine),
      ...buildAuditFields(createdMs, staff.getPersonOfTrade('maintLead').id, changedMs),
    }
  })
  // Custom fields belong to the whole ledger, so only the first place adds them.
  const customFieldBatches = place === 1 ? [toBatch(customField, buildCustomFields(dice, createdMs))] : []
  return [
    ...customFieldBatches,
    toBatch(equipment, rows),
    toBatch(machineUseRecord, buildUseRecords(dice, era, staff, machines)),
  ]
}

const customFieldSpecs = readRecords(
  equipmentFields,
  z.strictObject({
    key: z.string(),
    labelZh: z.string(),
    labelEn: z.string(),
    appliesTo: z.enum(customField.fields.appliesTo.options).default('equipment'),
    kind: z.enum(customField.fields.kind.options).default('text'),
    choices: z.array(bilingualTextSchema.extend({ key: z.string() })).optional(),
    unit: z.string().optional(),
    maxLength: z.int().optional(),
    decimals: z.int().optional(),
    low: z.number().optional(),
    high: z.number().optional(),
  }),
)
const buildCustomFields = (dice: Dice, createdMs: number): RowDraft<typeof customField>[] =>
  customFieldSpecs.map((spec, i) => ({
    id: dice.id(createdMs),
    ...spec,
    sortOrder: i + 1,
    ...buildAuditFields(createdMs, null),
  }))
const buildCustomValues = (dice: Dice, machine: DemoMachine, installedOn: Day) => ({
  assetNumber: `GD${installedOn.slice(0, 4)}${String(dice.int(1, 9999)).padStart(4, '0')}`,
  warrantyUntil: addMonths(installedOn, 24),
  energyClass: machine.kind.power >= 5 ? dice.pick(['one', 'two', 'two', 'three']) : null,
})
const buildWorthValues = (dice: Dice, machine: DemoMachine) => ({
  originalValue: roundDecimals(1 + machine.kind.power * dice.between(0.15, 0.4), 1),
})

/**
 * Builds one record for the installation and one for each change of use. The newest record of a machine matches the
 * state in the ledger.
 */
function buildUseRecords(
  dice: Dice,
  era: DemoEra,
  staff: Staff,
  machines: readonly DemoMachine[],
): RowDraft<typeof machineUseRecord>[] {
  const leadId = staff.getPersonOfTrade('maintLead').id
  return machines.flatMap((machine): RowDraft<typeof machineUseRecord>[] => {
    const toRecord = (
      occurredMs: number,
      fromState: RowDraft<typeof machineUseRecord>['fromState'],
      state: RowDraft<typeof machineUseRecord>['state'],
      reason: BilingualText,
    ): RowDraft<typeof machineUseRecord> => ({
      id: dice.id(Math.max(occurredMs, era.from - 25 * DAY_MS)),
      equipmentId: machine.id,
      fromState: fromState ?? null,
      state: state ?? 'inUse',
      occurredAt: toMoment(occurredMs),
      userId: leadId,
      place: era.localize(toBilingualName(machine.line)),
      reason: era.localize(reason),
      ...buildAuditFields(Math.max(occurredMs, era.from - 25 * DAY_MS), leadId),
    })
    const rows = [
      toRecord(
        machine.installedMs + 8 * HOUR_MS,
        null,
        'inUse',
        toBilingualText('安装调试合格，投入使用', 'Installed and commissioned, put into use'),
      ),
    ]
    if (!machine.stopped) return rows
    if (!machine.stopped.discarded)
      return [...rows, toRecord(machine.stopped.atMs, 'inUse', 'notUsed', dice.pick(texts.idleReasons))]
    const idleSinceMs = machine.stopped.atMs
    return [
      ...rows,
      toRecord(idleSinceMs, 'inUse', 'notUsed', dice.pick(texts.idleReasons)),
      toRecord(
        Math.min(era.now - HOUR_MS, idleSinceMs + dice.int(1, 9) * DAY_MS),
        'notUsed',
        'discarded',
        dice.pick(texts.scrapReasons),
      ),
    ]
  })
}

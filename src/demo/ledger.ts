import { customField } from '@/areas/equipment/contract/custom-field'
import { equipment } from '@/areas/equipment/contract/equipment'
import { machineUseRecord } from '@/areas/equipment/contract/machine-use-record'
import { DAY_MS, HOUR_MS, addMonths, toMoment, type Day } from '@/plant/rules/plant-time'
import { getRepairCondition, type RepairState } from '@/areas/maintenance/rules/repair'
import { makerNamed } from './company-names'
import { batch, stamps, type Batch, type Draft } from './draft'
import type { Era } from './era'
import { runningHours, type Machine } from './machines'
import type { Staff } from './people'
import { rounded, type Dice } from './random'
import { both, named, type Said } from './said'

/** Repairs of a machine: all their states, and the end of the last one, ms since 1970. */
export interface RepairView {
  readonly states: readonly RepairState[]
  readonly lastEnd: number | null
}

/** Builds the rows of the equipment ledger from machines and their repairs. */
export function ledgerRows(
  dice: Dice,
  era: Era,
  staff: Staff,
  machines: readonly Machine[],
  repairs: ReadonlyMap<string, RepairView>,
  place: number,
): Batch[] {
  const made = era.from - 25 * DAY_MS
  const keepers = [...staff.of('mechanic'), ...staff.of('electrician'), ...staff.of('shiftMaint')]
  const rows = machines.map((machine): Draft<typeof equipment> => {
    const view = repairs.get(machine.id)
    const installedOn = era.dayOf(machine.installed)
    const changed = Math.max(made, view?.lastEnd ?? 0, machine.stopped?.at ?? 0)
    return {
      id: machine.id,
      code: machine.code,
      name: machine.name,
      nameEn: machine.nameEn,
      category: machine.kind.category,
      lineId: machine.line.id,
      areaId: machine.areaId,
      model: machine.model,
      ...makerNamed(machine.maker),
      serialNumber: `${installedOn.slice(2, 4)}${String(dice.int(10_000, 99_999))}`,
      state: machine.stopped ? (machine.stopped.discarded ? 'discarded' : 'notUsed') : 'inUse',
      condition: getRepairCondition(view?.states ?? []),
      criticality: machine.kind.criticality,
      sparePartNumber: `SP-${machine.kind.stem}`,
      installedOn,
      repairedOn: view?.lastEnd ? era.dayOf(view.lastEnd) : null,
      runningHours: rounded(runningHours(machine, era.now), 1),
      ratedPower: machine.kind.power || null,
      principalId: dice.pick(keepers).id,
      custom: customOf(dice, machine, installedOn),
      worth: worthOf(dice, machine),
      ...stamps(made, staff.lead('maintLead').id, changed),
    }
  })
  // Custom fields belong to the whole ledger, so only the first place adds them.
  const columns = place === 1 ? [batch(customField, customColumns(dice, made))] : []
  return [...columns, batch(equipment, rows), batch(machineUseRecord, useRows(dice, era, staff, machines))]
}

function customColumns(dice: Dice, made: number): Draft<typeof customField>[] {
  const of = (
    sortOrder: number,
    key: string,
    labelZh: string,
    labelEn: string,
    rest: Partial<Draft<typeof customField>>,
  ): Draft<typeof customField> => ({
    id: dice.id(made),
    appliesTo: 'equipment',
    key,
    labelZh,
    labelEn,
    kind: 'text',
    sortOrder,
    ...rest,
    ...stamps(made, null),
  })
  return [
    of(1, 'assetNumber', '固定资产编号', 'Asset number', { maxLength: 20 }),
    of(2, 'warrantyUntil', '保修到期', 'Warranty until', { kind: 'day' }),
    of(3, 'energyClass', '能效等级', 'Energy class', {
      kind: 'choice',
      choices: [
        { key: 'one', zh: '一级', en: 'Class 1' },
        { key: 'two', zh: '二级', en: 'Class 2' },
        { key: 'three', zh: '三级', en: 'Class 3' },
      ],
    }),
    of(4, 'originalValue', '原值', 'Original value', {
      appliesTo: 'equipmentValue',
      kind: 'number',
      unit: '万元',
      decimals: 1,
      low: 0,
      high: 5000,
    }),
  ]
}
const customOf = (dice: Dice, machine: Machine, installedOn: Day) => ({
  assetNumber: `GD${installedOn.slice(0, 4)}${String(dice.int(1, 9999)).padStart(4, '0')}`,
  warrantyUntil: addMonths(installedOn, 24),
  energyClass: machine.kind.power >= 5 ? dice.pick(['one', 'two', 'two', 'three']) : null,
})
const worthOf = (dice: Dice, machine: Machine) => ({
  originalValue: rounded(1 + machine.kind.power * dice.between(0.15, 0.4), 1),
})

const idleReasons = [
  both('产品结构调整，暂时停用', 'Product mix changed, out of use for now'),
  both('等待配件，转备用', 'Waiting for parts, kept as standby'),
  both('能力富余，封存备用', 'Spare capacity, mothballed as standby'),
] as const
const scrapReasons = [
  both('超过使用年限，维修不经济', 'Beyond its service life, not worth repairing'),
  both('主体损坏无法修复', 'Main body damaged beyond repair'),
  both('技术淘汰，已由新设备代替', 'Outdated, replaced by a new machine'),
] as const

/** One record for the installation and one for each change of use. The newest matches the state in the ledger. */
function useRows(dice: Dice, era: Era, staff: Staff, machines: readonly Machine[]): Draft<typeof machineUseRecord>[] {
  const by = staff.lead('maintLead').id
  return machines.flatMap((machine): Draft<typeof machineUseRecord>[] => {
    const record = (
      at: number,
      fromState: Draft<typeof machineUseRecord>['fromState'],
      state: Draft<typeof machineUseRecord>['state'],
      reason: Said,
    ): Draft<typeof machineUseRecord> => ({
      id: dice.id(Math.max(at, era.from - 25 * DAY_MS)),
      equipmentId: machine.id,
      fromState: fromState ?? null,
      state: state ?? 'inUse',
      occurredAt: toMoment(at),
      userId: by,
      place: era.say(named(machine.line)),
      reason: era.say(reason),
      ...stamps(Math.max(at, era.from - 25 * DAY_MS), by),
    })
    const rows = [
      record(
        machine.installed + 8 * HOUR_MS,
        null,
        'inUse',
        both('安装调试合格，投入使用', 'Installed and commissioned, put into use'),
      ),
    ]
    if (!machine.stopped) return rows
    if (!machine.stopped.discarded)
      return [...rows, record(machine.stopped.at, 'inUse', 'notUsed', dice.pick(idleReasons))]
    const idleAt = machine.stopped.at
    return [
      ...rows,
      record(idleAt, 'inUse', 'notUsed', dice.pick(idleReasons)),
      record(
        Math.min(era.now - HOUR_MS, idleAt + dice.int(1, 9) * DAY_MS),
        'notUsed',
        'discarded',
        dice.pick(scrapReasons),
      ),
    ]
  })
}

/** Energy items, and the energy meter tree built on the meters of the equipment ledger. */
import { energyItem, energyMeter } from '@/areas/energy/contract/energy-meter'
import type { AllocationKey, EnergyMedium } from '@/areas/energy/rules/meter-tree'
import { DAY_MS } from '@/plant/rules/plant-time'
import { toBatch, buildStamps, type RowBatch, type RowDraft } from './draft'
import type { Era } from './era'
import type { AreaKey, Site } from './lines'
import type { Dice } from './random'
import type { DemoMeter } from './telemetry/energy-meters'

type EnergyMeterRow = RowDraft<typeof energyMeter>
/** Areas with an energy item of their own, by medium; `null` stands for all other areas. */
const energyItems: readonly (readonly [
  code: string,
  medium: EnergyMedium,
  area: AreaKey | null,
  name: string,
  nameEn: string,
])[] = [
  ['POWER', 'electricity', 'electrical', '变配电', 'Power distribution'],
  ['LINES', 'electricity', 'hall', '主线总用电与环境', 'Lines and hall'],
  ['SPIN', 'electricity', 'spinning', '挤出与侧吹风', 'Extrusion and quench air'],
  ['FORM', 'electricity', 'forming', '抽吸与热轧', 'Suction and bonding'],
  ['WIND', 'electricity', 'winding', '卷绕', 'Winding'],
  ['FEED', 'electricity', 'feeding', '投料与输送', 'Feeding and conveying'],
  ['SLIT', 'electricity', 'slitting', '分切', 'Slitting'],
  ['PACK', 'electricity', 'packing', '包装', 'Packing'],
  ['CHILL', 'electricity', 'cooling', '冷冻与循环水', 'Chilled and cooling water'],
  ['COMP', 'electricity', 'air', '空压机', 'Air compressors'],
  ['OIL', 'electricity', 'boiler', '导热油循环', 'Thermal oil circulation'],
  ['LAB', 'electricity', 'laboratory', '实验室用电', 'Laboratory'],
  ['STORE', 'electricity', 'store', '仓库用电', 'Warehouse'],
  ['SHOP', 'electricity', 'workshop', '维修车间用电', 'Workshop'],
  ['YARD', 'electricity', 'yard', '厂区公共用电', 'Site'],
  ['GAS', 'gas', null, '天然气', 'Natural gas'],
  ['WATER', 'water', null, '供水', 'Water supply'],
  ['AIR', 'compressedAir', null, '压缩空气供气', 'Compressed air supply'],
]
const areaByMedium: Readonly<Partial<Record<EnergyMedium, AreaKey>>> = {
  gas: 'boiler',
  water: 'power',
  compressedAir: 'air',
}
/** Allocation keys of meters that serve several lines. Meters not listed are not allocated. */
const allocationKeys: Readonly<Record<string, AllocationKey>> = {
  CH1: 'electricity',
  CH2: 'electricity',
  CH3: 'electricity',
  CT1: 'electricity',
  CT2: 'electricity',
  AC1: 'electricity',
  AC2: 'electricity',
  AC3: 'electricity',
  BP1: 'kg',
  BP2: 'kg',
  HL: 'runHours',
  FD: 'kg',
  PK: 'kg',
  OB1: 'kg',
  OB2: 'kg',
  OV1: 'kg',
  OV2: 'kg',
  CTW: 'electricity',
  BW: 'kg',
  OW: 'kg',
}

/** Builds items and meters of a place: mains, halls and lines below them, their parts, and three virtual meters. */
export function buildEnergy(dice: Dice, era: Era, site: Site, place: number, meters: readonly DemoMeter[]): RowBatch[] {
  const createdMs = era.from - 14 * DAY_MS
  const suffix = place === 1 ? '' : String(place)
  const itemIds = new Map(energyItems.map(([code]) => [code, dice.id(createdMs)]))
  const itemRows = energyItems.map(([code, medium, area, name, nameEn], i): RowDraft<typeof energyItem> => ({
    id: itemIds.get(code)!,
    code: `${code}${suffix}`,
    name: `${name}${suffix}`,
    nameEn: `${nameEn} ${suffix}`.trim(),
    areaId: site.areas[area ?? areaByMedium[medium]!],
    sortOrder: place * 100 + i,
    ...buildStamps(createdMs, null),
  }))
  const areaKeyById = new Map(Object.entries(site.areas).map(([key, id]) => [id, key]))
  const findItemId = (medium: EnergyMedium, areaId: unknown): string | undefined => {
    const key = areaKeyById.get(String(areaId))
    return itemIds.get(
      energyItems.find(([, itemMedium, area]) => itemMedium === medium && (area ?? key) === key)?.[0] ?? '',
    )
  }
  const meterIds = new Map(meters.map(({ row }) => [row.code, dice.id(createdMs)]))
  // Parents first, because a row refers to its parent.
  const meterRows = [...meters].reverse().map(({ row, tag, lineId, parentCode }, i): EnergyMeterRow => {
    const medium = row.kind as EnergyMedium
    return {
      id: meterIds.get(row.code)!,
      code: row.code!,
      name: row.name!,
      nameEn: row.nameEn!,
      kind: 'meter',
      medium,
      itemId: findItemId(medium, tag.areaId)!,
      parentId: (parentCode && meterIds.get(parentCode)) || null,
      meterId: row.id,
      lineId,
      allocation: allocationKeys[row.code!.replace(`EM${place}-`, '')] ?? 'none',
      active: true,
      sortOrder: place * 100 + i,
      ...buildStamps(createdMs, null),
    }
  })
  return [
    toBatch(energyItem, itemRows),
    toBatch(energyMeter, [...meterRows, ...buildVirtualMeters(dice, createdMs, place, meterRows, itemIds)]),
  ]
}

/** Builds the virtual meters: a sum, a difference and a share. */
function buildVirtualMeters(
  dice: Dice,
  createdMs: number,
  place: number,
  rows: readonly EnergyMeterRow[],
  itemIds: ReadonlyMap<string, string>,
): EnergyMeterRow[] {
  const findId = (stem: string) => rows.find(({ code }) => code === `EM${place}-${stem}`)?.id ?? ''
  const listIdsBelow = (stem: string) => rows.filter(({ parentId }) => parentId === findId(stem)).map((row) => row.id)
  const toMeter = (stem: string, item: string, fields: Omit<EnergyMeterRow, 'id'>): EnergyMeterRow => ({
    id: dice.id(createdMs),
    code: `EM${place}-${stem}`,
    medium: 'electricity',
    itemId: itemIds.get(item)!,
    allocation: 'none',
    active: true,
    sortOrder: place * 100 + 90,
    ...buildStamps(createdMs, null),
    ...fields,
  })
  return [
    toMeter('VCH', 'CHILL', {
      kind: 'sum',
      name: '冷冻站合计',
      nameEn: 'Chilled water station',
      members: ['CH1', 'CH2', 'CH3', 'CT1', 'CT2'].map(findId),
    }),
    toMeter('VM1', 'POWER', {
      kind: 'difference',
      name: '1号变压器未分表用电',
      nameEn: 'Transformer 1, not metered below',
      members: [findId('M1'), ...listIdsBelow('M1')],
    }),
    toMeter('VOF', 'YARD', {
      kind: 'share',
      name: '办公楼用电（按35%）',
      nameEn: 'Offices (35 % of the site)',
      members: [findId('YD')],
      sharePercent: 35,
    }),
  ]
}

/** Energy items, and the energy meter tree built on the meters of the equipment ledger. */
import { z } from 'zod'
import { energyItem, energyMeter } from '@/areas/energy/contract/energy-meter'
import { allocationKeys, energyMedia, type AllocationKey, type EnergyMedium } from '@/areas/energy/rules/meter-tree'
import { DAY_MS } from '@/plant/rules/plant-time'
import energyData from './data/energy-items.json' with { type: 'json' }
import { toBatch, buildAuditFields, type RowBatch, type RowDraft } from './draft'
import type { DemoEra } from './demo-era'
import { areaKeys, type AreaKey, type PlaceLayout } from './lines'
import type { Dice } from './random'
import { readRecords, readRecordsByKey } from './read-data'
import type { DemoMeter } from './telemetry/energy-meters'

type EnergyMeterRow = RowDraft<typeof energyMeter>
/** Energy items by medium and area. A null area stands for all areas of the medium without an item of their own. */
const energyItems = readRecords(
  energyData.items,
  z.strictObject({
    code: z.string(),
    medium: z.enum(energyMedia),
    area: z.enum(areaKeys).nullable(),
    name: z.string(),
    nameEn: z.string(),
  }),
)
/** Area to which the energy item with a null area belongs. */
const remainderAreaByMedium: Readonly<Partial<Record<EnergyMedium, AreaKey>>> = {
  gas: 'boiler',
  water: 'power',
  compressedAir: 'air',
}
/**
 * Allocation keys of meters that serve several lines, by their code without the prefix of the place (`EM1-`). Other
 * meters are not allocated.
 */
const allocationKeyByCodeStem: Readonly<Partial<Record<string, AllocationKey>>> = readRecordsByKey(
  energyData.allocationKeys,
  z.enum(allocationKeys),
)

/** Builds items and meters of a place: mains, halls and lines below them, their parts, and three virtual meters. */
export function buildEnergy(
  dice: Dice,
  era: DemoEra,
  layout: PlaceLayout,
  place: number,
  meters: readonly DemoMeter[],
): RowBatch[] {
  const createdMs = era.from - 14 * DAY_MS
  const suffix = place === 1 ? '' : String(place)
  const itemIds = new Map(energyItems.map(({ code }) => [code, dice.id(createdMs)]))
  const itemRows = energyItems.map(({ code, medium, area, name, nameEn }, i): RowDraft<typeof energyItem> => ({
    id: itemIds.get(code)!,
    code: `${code}${suffix}`,
    name: `${name}${suffix}`,
    nameEn: `${nameEn} ${suffix}`.trim(),
    areaId: layout.areaIds[area ?? remainderAreaByMedium[medium]!],
    sortOrder: place * 100 + i,
    ...buildAuditFields(createdMs, null),
  }))
  const areaKeyById = new Map(Object.entries(layout.areaIds).map(([key, id]) => [id, key]))
  const findItemId = (medium: EnergyMedium, areaId: unknown): string | undefined => {
    const key = areaKeyById.get(String(areaId))
    return itemIds.get(energyItems.find((item) => item.medium === medium && (item.area ?? key) === key)?.code ?? '')
  }
  const meterIds = new Map(meters.map(({ row }) => [row.code, dice.id(createdMs)]))
  // `meters` lists parts before the meters they belong to. A parent is inserted first, because its parts refer to it.
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
      allocation: allocationKeyByCodeStem[row.code!.replace(`EM${place}-`, '')] ?? 'none',
      active: true,
      sortOrder: place * 100 + i,
      ...buildAuditFields(createdMs, null),
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
  const getIdByStem = (stem: string) => rows.find(({ code }) => code === `EM${place}-${stem}`)?.id ?? ''
  const listIdsBelow = (stem: string) =>
    rows.filter(({ parentId }) => parentId === getIdByStem(stem)).map((row) => row.id)
  const buildVirtualMeter = (stem: string, item: string, fields: Omit<EnergyMeterRow, 'id'>): EnergyMeterRow => ({
    id: dice.id(createdMs),
    code: `EM${place}-${stem}`,
    medium: 'electricity',
    itemId: itemIds.get(item)!,
    allocation: 'none',
    active: true,
    sortOrder: place * 100 + 90,
    ...buildAuditFields(createdMs, null),
    ...fields,
  })
  return [
    buildVirtualMeter('VCH', 'CHILL', {
      kind: 'sum',
      name: '冷冻站合计',
      nameEn: 'Chilled water station',
      members: ['CH1', 'CH2', 'CH3', 'CT1', 'CT2'].map(getIdByStem),
    }),
    buildVirtualMeter('VM1', 'POWER', {
      kind: 'difference',
      name: '1号变压器未分表用电',
      nameEn: 'Transformer 1, not metered below',
      members: [getIdByStem('M1'), ...listIdsBelow('M1')],
    }),
    buildVirtualMeter('VOF', 'YARD', {
      kind: 'share',
      name: '办公楼用电（按35%）',
      nameEn: 'Offices (35 % of the site)',
      members: [getIdByStem('YD')],
      sharePercent: 35,
    }),
  ]
}

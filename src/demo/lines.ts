import type { HopperMaterialKind } from '@/areas/equipment/rules/equipment'
import { hopper } from '@/areas/equipment/contract/hopper'
import { line, plantArea } from '@/plant/contract/line'
import { shiftRotation } from '@/plant/contract/rotation'
import { DAY_MS } from '@/plant/rules/plant-time'
import { fourTeamsThreeShifts } from '@/plant/rules/shift'
import { toBatch, buildStamps, type RowBatch, type RowDraft } from './draft'
import type { Era } from './era'
import type { Staff } from './people'
import type { Dice } from './random'

export type DemoLineKind = 'spunbond' | 'composite' | 'meltblown' | 'slitting' | 'utility'
export interface PlantLine {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly nameEn: string
  readonly kind: DemoLineKind
  readonly installedMs: number
  /** Hopper ids. */ readonly hoppers: Readonly<Partial<Record<HopperKey, string>>>
}
export type HopperKey = keyof typeof hopperNames
export type AreaKey = keyof typeof areaNames
export interface Site {
  readonly lines: readonly PlantLine[]
  readonly areas: Readonly<Record<AreaKey, string>>
  readonly batches: readonly RowBatch[]
}

/** Hoppers of a web line. */
const hopperNames = {
  H1: ['主料斗', 'Resin hopper'],
  M1: ['熔喷料斗', 'Meltblown resin hopper'],
  H2: ['回料斗', 'Recycled hopper'],
  H3: ['色母料斗', 'Masterbatch hopper'],
  H4: ['助剂料斗', 'Additive hopper'],
  OIL: ['上油槽', 'Oiling tank'],
} as const
/** Material kind and capacity in kg of each hopper. Resin comes from a day silo. */
const hopperUses = {
  H1: ['main', 16_000],
  M1: ['main', 4000],
  H2: ['mid', 2000],
  H3: ['sub', 800],
  H4: ['sub', 500],
  OIL: ['sur', 500],
} as const satisfies Record<HopperKey, readonly [HopperMaterialKind, number]>
export const areaNames = {
  hall: ['主线车间', 'Line hall', null],
  spinning: ['纺丝层', 'Spinning floor', 'hall'],
  forming: ['成网热轧区', 'Forming and bonding', 'hall'],
  winding: ['卷绕区', 'Winding', 'hall'],
  feeding: ['投料间', 'Feeding room', 'hall'],
  slitting: ['分切车间', 'Slitting hall', null],
  packing: ['包装区', 'Packing', 'slitting'],
  power: ['动力中心', 'Utilities', null],
  boiler: ['热油炉房', 'Thermal oil boilers', 'power'],
  air: ['空压站', 'Compressed air station', 'power'],
  cooling: ['冷冻站', 'Chilled water station', 'power'],
  electrical: ['变配电室', 'Substation', 'power'],
  laboratory: ['实验室', 'Laboratory', null],
  store: ['仓库', 'Warehouse', null],
  workshop: ['维修车间', 'Workshop', null],
  yard: ['厂区公共', 'Site', null],
} as const

const hopperKeys = Object.keys(hopperNames) as HopperKey[]
/** Builds place number `place` (from 1): three lines, four slitters and their utilities. */
export function buildSite(dice: Dice, era: Era, staff: Staff, place: number): Site {
  const createdMs = era.from - 30 * DAY_MS
  const toInstalledMs = (yearsBefore: number) => era.from - yearsBefore * 365 * DAY_MS
  const slitterOffset = (place - 1) * 4
  const lineSpecs: readonly (readonly [string, string, string, DemoLineKind, number | null, number | null, number])[] =
    [
      [`SB${place}`, `${place}号SS纺粘线`, `SS spunbond line ${place}`, 'spunbond', 300, 3.2, 9],
      [`SM${place}`, `${place}号SMMS复合线`, `SMMS composite line ${place}`, 'composite', 450, 3.2, 5],
      [`MB${place}`, `${place}号熔喷线`, `Meltblown line ${place}`, 'meltblown', 60, 1.6, 6],
      ...Array.from(
        { length: 4 },
        (_, i) =>
          [
            `SL${slitterOffset + i + 1}`,
            `${slitterOffset + i + 1}号分切机`,
            `Slitting machine ${slitterOffset + i + 1}`,
            'slitting',
            600,
            3.3,
            8 - i * 1.5,
          ] as const,
      ),
      [
        `UT${place}`,
        place === 1 ? '公用工程' : `公用工程${place}区`,
        place === 1 ? 'Utilities' : `Utilities, zone ${place}`,
        'utility',
        null,
        null,
        9,
      ],
    ]
  const hopperDice = dice.branch('hoppers')
  const createHopperIds = (kind: DemoLineKind) =>
    kind === 'slitting' || kind === 'utility'
      ? {}
      : Object.fromEntries(
          hopperKeys
            // Meltblown beams of a composite line have a separate hopper.
            .filter((key) => key !== 'M1' || kind === 'composite')
            .map((key) => [key, hopperDice.id(createdMs)]),
        )
  const lines = lineSpecs.map(([code, name, nameEn, kind, , , years]): PlantLine => ({
    id: dice.id(createdMs),
    code,
    name,
    nameEn,
    kind,
    installedMs: toInstalledMs(years),
    hoppers: createHopperIds(kind),
  }))
  const rows = lineSpecs.map(([code, name, nameEn, kind, idealSpeed, width], i): RowDraft<typeof line> => ({
    id: lines[i]?.id ?? '',
    code,
    name,
    nameEn,
    kind,
    idealSpeed,
    width,
    sortOrder: place * 100 + i,
    // There are no data from before the history begins.
    inUseFrom: era.firstDay,
    active: true,
    ...buildStamps(createdMs, null),
  }))
  const areaKeys = Object.keys(areaNames) as AreaKey[]
  const areas = Object.fromEntries(areaKeys.map((key) => [key, dice.id(createdMs)])) as Record<AreaKey, string>
  const suffix = place === 1 ? '' : String(place)
  const areaRows = areaKeys.map((key, i): RowDraft<typeof plantArea> => {
    const [name, nameEn, parent] = areaNames[key]
    return {
      id: areas[key],
      code: `${key.toUpperCase()}${suffix}`,
      name: `${name}${suffix}`,
      nameEn: `${nameEn} ${suffix}`.trim(),
      parentId: parent && areas[parent],
      principalId: staff.getLead(parent === 'power' || key === 'power' ? 'maintLead' : 'lead').id,
      sortOrder: place * 100 + i,
      ...buildStamps(createdMs, null),
    }
  })
  const hoppers = lines.flatMap(({ id, code, hoppers: hopperIdByKey }) =>
    hopperKeys.flatMap((key): RowDraft<typeof hopper>[] => {
      const [name, nameEn] = hopperNames[key]
      const [takes, capacityKg] = hopperUses[key]
      return hopperIdByKey[key]
        ? [
            {
              id: hopperIdByKey[key],
              code: `${code}-${key}`,
              name,
              nameEn,
              lineId: id,
              takes,
              capacityKg,
              active: true,
              ...buildStamps(createdMs, null),
            },
          ]
        : []
    }),
  )
  return {
    lines,
    areas,
    batches: [
      toBatch(line, rows),
      toBatch(hopper, hoppers),
      toBatch(plantArea, areaRows),
      toBatch(shiftRotation, place === 1 ? [buildRotation(dice, era, createdMs)] : []),
    ],
  }
}
/** Shift rotation that is valid for the whole history. */
const buildRotation = (dice: Dice, era: Era, createdMs: number): RowDraft<typeof shiftRotation> => ({
  id: dice.branch('rotation').id(createdMs),
  effectiveFrom: era.firstDay,
  kind: 'fourTeamsThreeShifts',
  anchorDay: fourTeamsThreeShifts.anchorDay,
  ...buildStamps(createdMs, null),
})

import { z } from 'zod'
import { hopperMaterialKinds } from '@/areas/equipment/rules/equipment'
import { hopper } from '@/areas/equipment/contract/hopper'
import { line, plantArea } from '@/plant/contract/line'
import { shiftRotation } from '@/plant/contract/rotation'
import { lineKinds } from '@/plant/rules/line'
import { DAY_MS } from '@/plant/rules/plant-time'
import { fourTeamsThreeShifts } from '@/plant/rules/shift'
import { toBatch, buildAuditFields, type RowBatch, type RowDraft } from './draft'
import areaData from './data/areas.json' with { type: 'json' }
import hopperData from './data/hoppers.json' with { type: 'json' }
import lineData from './data/lines.json' with { type: 'json' }
import type { DemoEra } from './demo-era'
import type { Staff } from './people'
import type { Dice } from './random'
import { getKeys, readRecords, readRecordsByKey } from './read-data'

export type DemoLineKind = 'spunbond' | 'composite' | 'meltblown' | 'slitting' | 'utility'
export interface PlantLine {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly nameEn: string
  readonly kind: DemoLineKind
  readonly installedMs: number
  readonly hopperIds: Readonly<Partial<Record<HopperKey, string>>>
}
export type HopperKey = keyof typeof hopperData
export type AreaKey = keyof typeof areaData
/** The lines, hoppers and areas of one place (see `DemoOptions.scale`). */
export interface PlaceLayout {
  readonly lines: readonly PlantLine[]
  readonly areaIds: Readonly<Record<AreaKey, string>>
  readonly batches: readonly RowBatch[]
}

const hopperKeys = getKeys(hopperData)
/** Hoppers of a web line; `takes` is the kind of material, see `hopperMaterialKinds`. H1 is the day silo for resin. */
const hopperSpecs = readRecordsByKey(
  hopperData,
  z.strictObject({
    name: z.string(),
    nameEn: z.string(),
    takes: z.enum(hopperMaterialKinds),
    capacityKg: z.number(),
  }),
)
export const areaKeys = getKeys(areaData)
export const areaSpecs = readRecordsByKey(
  areaData,
  z.strictObject({ name: z.string(), nameEn: z.string(), parent: z.enum(areaKeys).nullable() }),
)

/** Lines of each place; `{n}` in a name is the number among the lines with the same code. */
const lineSpecs = readRecords(
  lineData,
  z.strictObject({
    code: z.string(),
    name: z.string(),
    nameEn: z.string(),
    kind: z.enum(lineKinds),
    /** m/min */
    idealSpeed: z.number().nullable(),
    /** m */
    width: z.number().nullable(),
    /** Years in use when the demonstration begins. */
    yearsInstalled: z.number(),
    /** Names at the first place. */
    firstName: z.string().optional(),
    firstNameEn: z.string().optional(),
  }),
)
/** Numbers the lines of a place and completes their names. */
function listPlaceLines(place: number) {
  return lineSpecs.map(({ firstName, firstNameEn, ...spec }, i) => {
    const sameCodeSpecs = lineSpecs.filter(({ code }) => code === spec.code)
    const lineNumber = (place - 1) * sameCodeSpecs.length + sameCodeSpecs.indexOf(lineSpecs[i]!) + 1
    const completeName = (name: string) => name.replace('{n}', String(lineNumber))
    return {
      ...spec,
      code: `${spec.code}${lineNumber}`,
      name: (place === 1 && firstName) || completeName(spec.name),
      nameEn: (place === 1 && firstNameEn) || completeName(spec.nameEn),
    }
  })
}
/** Builds place number `place` (from 1): three lines, four slitters and their utilities. */
export function buildLayout(dice: Dice, era: DemoEra, staff: Staff, place: number): PlaceLayout {
  const createdMs = era.from - 30 * DAY_MS
  const toInstalledMs = (yearsInstalled: number) => era.from - yearsInstalled * 365 * DAY_MS
  const lineSpecsOfPlace = listPlaceLines(place)
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
  const lines = lineSpecsOfPlace.map(({ code, name, nameEn, kind, yearsInstalled }): PlantLine => ({
    id: dice.id(createdMs),
    code,
    name,
    nameEn,
    kind,
    installedMs: toInstalledMs(yearsInstalled),
    hopperIds: createHopperIds(kind),
  }))
  const lineRows = lineSpecsOfPlace.map(({ yearsInstalled: _years, ...spec }, i): RowDraft<typeof line> => ({
    id: lines[i]?.id ?? '',
    ...spec,
    sortOrder: place * 100 + i,
    // No data exist from before the demonstration begins.
    inUseFrom: era.firstDay,
    active: true,
    ...buildAuditFields(createdMs, null),
  }))
  const areaIds = Object.fromEntries(areaKeys.map((key) => [key, dice.id(createdMs)])) as Record<AreaKey, string>
  const placeSuffix = place === 1 ? '' : String(place)
  const areaRows = areaKeys.map((key, i): RowDraft<typeof plantArea> => {
    const { name, nameEn, parent } = areaSpecs[key]
    return {
      id: areaIds[key],
      code: `${key.toUpperCase()}${placeSuffix}`,
      name: `${name}${placeSuffix}`,
      nameEn: `${nameEn} ${placeSuffix}`.trim(),
      parentId: parent && areaIds[parent],
      principalId: staff.getPersonOfTrade(parent === 'power' || key === 'power' ? 'maintLead' : 'lead').id,
      sortOrder: place * 100 + i,
      ...buildAuditFields(createdMs, null),
    }
  })
  const hopperRows = lines.flatMap(({ id: lineId, code, hopperIds }) =>
    hopperKeys.flatMap((key): RowDraft<typeof hopper>[] => {
      const { name, nameEn, takes, capacityKg } = hopperSpecs[key]
      return hopperIds[key]
        ? [
            {
              id: hopperIds[key],
              code: `${code}-${key}`,
              name,
              nameEn,
              lineId,
              takes,
              capacityKg,
              active: true,
              ...buildAuditFields(createdMs, null),
            },
          ]
        : []
    }),
  )
  return {
    lines,
    areaIds,
    batches: [
      toBatch(line, lineRows),
      toBatch(hopper, hopperRows),
      toBatch(plantArea, areaRows),
      toBatch(shiftRotation, place === 1 ? [buildRotation(dice, era, createdMs)] : []),
    ],
  }
}
/** Builds the shift rotation, which is valid for the whole demonstration. */
const buildRotation = (dice: Dice, era: DemoEra, createdMs: number): RowDraft<typeof shiftRotation> => ({
  id: dice.branch('rotation').id(createdMs),
  effectiveFrom: era.firstDay,
  kind: 'fourTeamsThreeShifts',
  anchorDay: fourTeamsThreeShifts.anchorDay,
  ...buildAuditFields(createdMs, null),
})

/** Tags of the readings that the lines of a place report. */
import { tag } from '@/areas/telemetry/contract/tag'
import { lineKeys, type LineKey } from '@/areas/telemetry/rules/tag'
import { isWebLineKind } from '@/plant/rules/line'
import { DAY_MS } from '@/plant/rules/plant-time'
import { buildStamps, type RowDraft } from '../draft'
import type { Era } from '../era'
import type { DemoLineKind, Site } from '../lines'
import type { Dice } from '../random'

/** Usual value while the line runs, amplitude, value while it stands, and unit. */
export const lineValues: Readonly<Record<Exclude<LineKey, 'speed'>, readonly [number, number, number, string]>> = {
  MPS: [22, 0.3, 0, 'r/min'],
  MEE: [85, 1.2, 0, 'r/min'],
  MBS: [300, 2, 0, 'm/min'],
  CS: [304, 2, 0, 'm/min'],
  FRT: [148, 0.6, 120, '°C'],
  SRT: [146, 0.6, 118, '°C'],
  DRYER: [108, 1, 60, '°C'],
  OT: [198, 0.8, 180, '°C'],
  PRE: [70, 1, 0, 'N/mm'],
  ORS: [28, 0.4, 0, 'r/min'],
  HBR: [42, 0.3, 10, 'Hz'],
  HBT: [272, 1.5, 180, '°C'],
  DCD: [190, 0.2, 190, 'mm'],
}
/** Readings of the calender, the spin finish unit and the dryer. */
const bondingKeys: readonly LineKey[] = ['CS', 'FRT', 'SRT', 'DRYER', 'OT', 'PRE', 'ORS']
/** Readings of meltblown dies. */
const meltblownKeys: readonly LineKey[] = ['HBR', 'HBT', 'DCD']
/** Readings of machines that a kind of line lacks, see `machine-list`. The composite line has both groups. */
const missingKeys: Readonly<Partial<Record<DemoLineKind, readonly LineKey[]>>> = {
  spunbond: meltblownKeys,
  meltblown: bondingKeys,
}
/** Returns the keys of the readings that a kind of line has. */
export const getLineKeys = (kind: DemoLineKind): readonly LineKey[] =>
  lineKeys.filter((key) => !missingKeys[kind]?.includes(key))

/** Builds the tags of the minute readings and speeds of all web lines. */
export function buildLineTags(dice: Dice, era: Era, site: Site): RowDraft<typeof tag>[] {
  const createdMs = era.from - 15 * DAY_MS
  const { options } = tag.fields.lineKey
  return site.lines
    .filter(({ kind }) => isWebLineKind(kind))
    .flatMap((line) =>
      getLineKeys(line.kind).map((key): RowDraft<typeof tag> => {
        const [usualValue, amplitude, , unit] = key === 'speed' ? [300, 3, 0, 'm/min'] : lineValues[key]
        return {
          id: dice.id(createdMs),
          code: `${line.code}/${options.find((option) => option === key)}`,
          name: `${line.name} ${key === 'speed' ? '线速度' : key}`,
          nameEn: `${line.nameEn} ${key === 'speed' ? 'speed' : key}`,
          kind: 'gauge',
          unit,
          lineId: line.id,
          areaId: site.areas.hall,
          lineKey: key,
          low: key === 'speed' ? null : Math.round(usualValue - 6 * amplitude),
          high: key === 'speed' ? null : Math.round(usualValue + 6 * amplitude),
          everyS: key === 'speed' ? 10 : 60,
          staleAfterS: key === 'speed' ? 60 : 180,
          active: true,
          ...buildStamps(createdMs, null),
        }
      }),
    )
}

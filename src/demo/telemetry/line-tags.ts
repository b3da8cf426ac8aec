/** Tags of the readings that the lines of a place report. */
import { tag } from '@/areas/telemetry/contract/tag'
import { lineKeys, type LineKey } from '@/areas/telemetry/rules/tag'
import { isWebLineKind } from '@/plant/rules/line'
import { DAY_MS } from '@/plant/rules/plant-time'
import tagData from '../data/tags.json' with { type: 'json' }
import { buildAuditFields, type RowDraft } from '../draft'
import type { DemoEra } from '../demo-era'
import type { DemoLineKind, PlaceLayout } from '../lines'
import type { Dice } from '../random'

/** Usual value while the line runs, amplitude, and value while it stands. */
export interface GaugeProfile {
  readonly usual: number
  readonly amplitude: number
  readonly standing: number
}
export const lineReadings: Readonly<Record<Exclude<LineKey, 'speed'>, GaugeProfile & { readonly unit: string }>> =
  tagData.lineReadings
const speedReading = { usual: 300, amplitude: 3, unit: 'm/min' }
/** Readings of the calender, the spin finish unit and the dryer. */
const bondingKeys: readonly LineKey[] = ['CS', 'FRT', 'SRT', 'DRYER', 'OT', 'PRE', 'ORS']
/** Readings of meltblown dies. */
const meltblownKeys: readonly LineKey[] = ['HBR', 'HBT', 'DCD']
/** Readings of machines that a kind of line lacks, see `machine-list`. The composite line has both groups. */
const missingKeysByLineKind: Readonly<Partial<Record<DemoLineKind, readonly LineKey[]>>> = {
  spunbond: meltblownKeys,
  meltblown: bondingKeys,
}
/** Returns the keys of the readings that a kind of line has. */
export const getLineKeys = (kind: DemoLineKind): readonly LineKey[] =>
  lineKeys.filter((key) => !missingKeysByLineKind[kind]?.includes(key))

/** Builds the tags of the minute readings and speeds of all web lines. */
export function buildLineTags(dice: Dice, era: DemoEra, layout: PlaceLayout): RowDraft<typeof tag>[] {
  const createdMs = era.from - 15 * DAY_MS
  const { options } = tag.fields.lineKey
  return layout.lines
    .filter(({ kind }) => isWebLineKind(kind))
    .flatMap((line) =>
      getLineKeys(line.kind).map((key): RowDraft<typeof tag> => {
        const { usual, amplitude, unit } = key === 'speed' ? speedReading : lineReadings[key]
        return {
          id: dice.id(createdMs),
          code: `${line.code}/${options.find((option) => option === key)}`,
          name: `${line.name} ${key === 'speed' ? '线速度' : key}`,
          nameEn: `${line.nameEn} ${key === 'speed' ? 'speed' : key}`,
          kind: 'gauge',
          unit,
          lineId: line.id,
          areaId: layout.areaIds.hall,
          lineKey: key,
          low: key === 'speed' ? null : Math.round(usual - 6 * amplitude),
          high: key === 'speed' ? null : Math.round(usual + 6 * amplitude),
          everyS: key === 'speed' ? 10 : 60,
          staleAfterS: key === 'speed' ? 60 : 180,
          active: true,
          ...buildAuditFields(createdMs, null),
        }
      }),
    )
}

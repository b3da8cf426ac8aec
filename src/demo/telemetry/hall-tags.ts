/** The air of the halls: temperature, humidity and dust, read every minute. */
import { z } from 'zod'
import type { tag } from '@/areas/telemetry/contract/tag'
import { hallKeys, type HallKey } from '@/areas/telemetry/rules/tag'
import { DAY_MS } from '@/plant/rules/plant-time'
import tagData from '../data/tags.json' with { type: 'json' }
import { buildAuditFields, type RowDraft } from '../draft'
import type { DemoEra } from '../demo-era'
import { areaKeys, areaSpecs, type AreaKey, type PlaceLayout } from '../lines'
import type { Dice } from '../random'
import { readRecords } from '../read-data'
import type { GaugeProfile } from './line-tags'

const { hallMeasures } = tagData
/** Usual value, amplitude and limits of the measures in the areas that have gauges. */
const hallAirSpecs = readRecords(
  tagData.hallAir,
  z.strictObject({
    area: z.enum(areaKeys),
    measure: z.enum(hallKeys),
    usual: z.number(),
    amplitude: z.number(),
    low: z.number().nullable(),
    high: z.number().nullable(),
  }),
)
const findAir = (area: AreaKey, key: HallKey) => hallAirSpecs.find((air) => air.area === area && air.measure === key)!
const measuredAreas = [...new Set(hallAirSpecs.map(({ area }) => area))]
/** Builds the tag code of a measure in an area, e.g. `EN1/HALL/dust`. */
export const buildHallTagCode = (area: AreaKey, key: HallKey, place: number): string =>
  `EN${place}/${area.toUpperCase()}/${key}`

/** Builds the tags of the hall air of a place. */
export const buildHallTags = (dice: Dice, era: DemoEra, layout: PlaceLayout, place: number): RowDraft<typeof tag>[] => {
  const createdMs = era.from - 15 * DAY_MS
  return measuredAreas.flatMap((area) =>
    hallKeys.map((key): RowDraft<typeof tag> => {
      const { name, nameEn, unit } = hallMeasures[key]
      const { low, high } = findAir(area, key)
      return {
        id: dice.id(createdMs),
        code: buildHallTagCode(area, key, place),
        name: `${areaSpecs[area].name} ${name}`,
        nameEn: `${areaSpecs[area].nameEn} ${nameEn}`,
        kind: 'gauge',
        unit,
        areaId: layout.areaIds[area],
        hallKey: key,
        low,
        high,
        everyS: 60,
        staleAfterS: 300,
        active: true,
        ...buildAuditFields(createdMs, null),
      }
    }),
  )
}
/** Returns the profile of a hall's tag, which does not change while lines stand. */
export function getAirProfile(code: string): GaugeProfile {
  const [, area = '', key = ''] = code.split('/')
  const { usual, amplitude } = findAir(
    measuredAreas.find((measuredArea) => measuredArea.toUpperCase() === area) ?? 'hall',
    hallKeys.find((hallKey) => hallKey === key) ?? 'temperature',
  )
  return { usual, amplitude, standing: usual }
}

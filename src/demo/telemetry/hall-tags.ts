/** The air of the halls: temperature, humidity and dust, read every minute. */
import type { tag } from '@/areas/telemetry/contract/tag'
import { hallKeys, type HallKey } from '@/areas/telemetry/rules/tag'
import { DAY_MS } from '@/plant/rules/plant-time'
import { buildStamps, type RowDraft } from '../draft'
import type { Era } from '../era'
import { areaNames, type AreaKey, type Site } from '../lines'
import type { Dice } from '../random'

const measureNames: Readonly<Record<HallKey, readonly [string, string, string]>> = {
  temperature: ['温度', 'temperature', '°C'],
  humidity: ['湿度', 'humidity', '%'],
  dust: ['粉尘', 'dust', 'µg/m³'],
}
/** Usual value, amplitude, lower and upper limit. */
type AirProfile = Readonly<Record<HallKey, readonly [number, number, number | null, number | null]>>
const airByArea: Readonly<Partial<Record<AreaKey, AirProfile>>> = {
  hall: { temperature: [27, 1.6, 18, 32], humidity: [56, 3, 40, 70], dust: [62, 14, null, 150] },
  forming: { temperature: [30, 1.4, 18, 34], humidity: [50, 3, 40, 70], dust: [84, 20, null, 120] },
  slitting: { temperature: [24, 0.8, 18, 28], humidity: [54, 2, 45, 65], dust: [48, 10, null, 100] },
  store: { temperature: [21, 0.6, 10, 30], humidity: [52, 2, 40, 65], dust: [30, 6, null, 100] },
}
/** Returns the usual value and the amplitude of a measure in an area. */
export const getUsualAir = (area: AreaKey, key: HallKey): readonly [number, number] => {
  const profile = airByArea[area]?.[key]
  return profile ? [profile[0], profile[1]] : [0, 0]
}
export const measuredAreas = Object.keys(airByArea) as AreaKey[]
/** Builds the tag code of a measure in an area, e.g. `EN1/HALL/dust`. */
export const buildHallTagCode = (area: AreaKey, key: HallKey, place: number): string =>
  `EN${place}/${area.toUpperCase()}/${key}`

/** Builds the tags of the hall air of a place. */
export const buildHallTags = (dice: Dice, era: Era, site: Site, place: number): RowDraft<typeof tag>[] => {
  const createdMs = era.from - 15 * DAY_MS
  return measuredAreas.flatMap((area) =>
    hallKeys.map((key): RowDraft<typeof tag> => {
      const [name, nameEn, unit] = measureNames[key]
      const [, , low, high] = airByArea[area]![key]
      return {
        id: dice.id(createdMs),
        code: buildHallTagCode(area, key, place),
        name: `${areaNames[area][0]} ${name}`,
        nameEn: `${areaNames[area][1]} ${nameEn}`,
        kind: 'gauge',
        unit,
        areaId: site.areas[area],
        hallKey: key,
        low,
        high,
        everyS: 60,
        staleAfterS: 300,
        active: true,
        ...buildStamps(createdMs, null),
      }
    }),
  )
}
/** Returns the usual value, the amplitude and the value while the line stands; air does not depend on the line. */
export function getAirProfile(code: string): readonly [number, number, number] {
  const [, area = '', key = ''] = code.split('/')
  const [usual, amplitude] = getUsualAir(
    measuredAreas.find((measuredArea) => measuredArea.toUpperCase() === area) ?? 'hall',
    hallKeys.find((hallKey) => hallKey === key) ?? 'temperature',
  )
  return [usual, amplitude, usual]
}

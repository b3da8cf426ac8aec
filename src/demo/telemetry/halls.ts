/** The air of the halls: temperature, humidity and dust, read every minute. */
import type { tag } from '@/areas/telemetry/contract/tag'
import { hallKeys, type HallKey } from '@/areas/telemetry/rules/tag'
import { DAY_MS } from '@/plant/rules/plant-time'
import { stamps, type Draft } from '../draft'
import type { Era } from '../era'
import { areaNames, type AreaKey, type Site } from '../lines'
import type { Dice } from '../random'

const words: Readonly<Record<HallKey, readonly [string, string, string]>> = {
  temperature: ['温度', 'temperature', '°C'],
  humidity: ['湿度', 'humidity', '%'],
  dust: ['粉尘', 'dust', 'µg/m³'],
}
/** Usual value, amplitude, lower and upper limit. */
type Air = Readonly<Record<HallKey, readonly [number, number, number | null, number | null]>>
const halls: Readonly<Partial<Record<AreaKey, Air>>> = {
  hall: { temperature: [27, 1.6, 18, 32], humidity: [56, 3, 40, 70], dust: [62, 14, null, 150] },
  forming: { temperature: [30, 1.4, 18, 34], humidity: [50, 3, 40, 70], dust: [84, 20, null, 120] },
  slitting: { temperature: [24, 0.8, 18, 28], humidity: [54, 2, 45, 65], dust: [48, 10, null, 100] },
  store: { temperature: [21, 0.6, 10, 30], humidity: [52, 2, 40, 65], dust: [30, 6, null, 100] },
}
/** Returns the usual value and the amplitude of a measure in an area. */
export const airOf = (area: AreaKey, key: HallKey): readonly [number, number] => {
  const air = halls[area]?.[key]
  return air ? [air[0], air[1]] : [0, 0]
}
export const hallsMeasured = Object.keys(halls) as AreaKey[]
/** Builds the tag code of a measure in an area, e.g. `EN1/HALL/dust`. */
export const hallCode = (area: AreaKey, key: HallKey, place: number): string =>
  `EN${place}/${area.toUpperCase()}/${key}`

/** Builds the tags of the hall air of a place. */
export const buildHallTags = (dice: Dice, era: Era, site: Site, place: number): Draft<typeof tag>[] => {
  const made = era.from - 15 * DAY_MS
  return hallsMeasured.flatMap((area) =>
    hallKeys.map((key): Draft<typeof tag> => {
      const [name, nameEn, unit] = words[key]
      const [, , low, high] = halls[area]![key]
      return {
        id: dice.id(made),
        code: hallCode(area, key, place),
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
        ...stamps(made, null),
      }
    }),
  )
}
/** Returns the usual value, the amplitude and the value while the line stands; air does not depend on the line. */
export function airByCode(code: string): readonly [number, number, number] {
  const [, area = '', key = ''] = code.split('/')
  const [usual, around] = airOf(
    hallsMeasured.find((one) => one.toUpperCase() === area) ?? 'hall',
    hallKeys.find((one) => one === key) ?? 'temperature',
  )
  return [usual, around, usual]
}

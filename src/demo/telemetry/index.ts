/** Meters and tags of a place, with thirteen months of readings. */
import { meter } from '@/areas/equipment/contract/meter'
import { oddReading } from '@/areas/telemetry/contract/odd-reading'
import { tag } from '@/areas/telemetry/contract/tag'
import { isWebLineKind } from '@/plant/rules/line'
import type { DemoPart } from '../build'
import { toBatch } from '../draft'
import type { DemoEra } from '../demo-era'
import type { PlaceLayout } from '../lines'
import type { StopDraft } from '../production/stop-rows'
import type { Dice } from '../random'
import { storeGauges } from './store-gauges'
import { buildHallTags } from './hall-tags'
import { buildLineTags } from './line-tags'
import { buildEnergyMeters } from './energy-meters'
import { buildOddReadings, storeDemoOddReadings } from './odd-readings'
import { storeMeterSeries } from './meter-series'

/** Builds the meters, tags and odd readings of a place; `fillSeries` stores the readings themselves. */
export function buildTelemetry(
  dice: Dice,
  era: DemoEra,
  { layout, place, stops }: { layout: PlaceLayout; place: number; stops: readonly StopDraft[] },
): DemoPart {
  const meters = buildEnergyMeters(dice.branch('meters'), era, layout, place)
  const lineTags = buildLineTags(dice.branch('lines'), era, layout)
  const hallTags = buildHallTags(dice.branch('halls'), era, layout, place)
  const oddReadings = buildOddReadings(dice.branch('odd'), era, meters, place)
  const lineIds = layout.lines.filter(({ kind }) => isWebLineKind(kind)).map(({ id }) => id)
  return {
    stage: 'production',
    photos: [],
    batches: [
      toBatch(
        meter,
        meters.map(({ row }) => row),
      ),
      toBatch(tag, [...meters.map((m) => m.tag), ...lineTags, ...hallTags]),
      toBatch(oddReading, oddReadings),
    ],
    fillSeries: async (client, siteId) => {
      const fromMs = era.productionFrom
      await storeMeterSeries(client, siteId, { dice: dice.branch('series'), era, fromMs, meters, lineIds, stops })
      await storeDemoOddReadings(client, siteId, oddReadings)
      await storeGauges(client, siteId, { era, fromMs, tags: [...lineTags, ...hallTags], stops })
    },
  }
}

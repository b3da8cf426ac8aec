/** Suspect readings of the last hours, so that the page where people review them is not empty. */
import { oddReading } from '@/areas/telemetry/contract/odd-reading'
import { toStandingCode } from '@/areas/telemetry/rules/counter'
import { READING_SLOT_MS } from '@/areas/telemetry/rules/rollup'
import { HOUR_MS, MINUTE_MS, toMoment } from '@/plant/rules/plant-time'
import { buildAuditFields, type RowDraft } from '../draft'
import type { DemoEra } from '../demo-era'
import type { Dice } from '../random'
import type { DemoMeter } from './energy-meters'
import type { StatementSender } from '../bulk'

type OddReadingReason = NonNullable<RowDraft<typeof oddReading>['reason']>
/** The stem is the meter's code without the prefix of the place; `EDG` has no tag. */
const oddReadingSpecs: readonly (readonly [
  stem: string,
  hoursAgo: number,
  value: number,
  unit: string,
  reason: OddReadingReason,
])[] = [
  ['CH1', 3, 0, 'kWh', 'backwards'],
  ['OB1', 7, 9_999_999, 'm³', 'tooFast'],
  ['EDG', 11, 5230.4, 'kWh', 'unknownTag'],
  ['PK', 16, 214.6, 'MWh', 'unitChanged'],
  ['WS', 20, 0, 'kWh', 'backwards'],
]

/** Builds the suspect readings of a place. */
export function buildOddReadings(
  dice: Dice,
  era: DemoEra,
  meters: readonly DemoMeter[],
  place: number,
): RowDraft<typeof oddReading>[] {
  return oddReadingSpecs.map(([stem, hoursAgo, value, unit, reason]) => {
    const code = `EM${place}-${stem}`
    const readMs = Math.floor((era.now - hoursAgo * HOUR_MS) / READING_SLOT_MS) * READING_SLOT_MS - 7 * MINUTE_MS
    return {
      id: dice.id(readMs),
      tagCode: code,
      tagId: meters.find(({ row }) => row.code === code)?.tag.id ?? null,
      readAt: toMoment(readMs),
      shown: String(value),
      value,
      unit,
      reason,
      source: 'gateway',
      receivedAt: toMoment(readMs + 2000),
      ...buildAuditFields(readMs + 2000, null),
    }
  })
}
/**
 * Stores suspect counter readings among the raw readings too, because an accepted reading is judged again from its raw
 * reading.
 */
export async function storeDemoOddReadings(
  client: StatementSender,
  site: number,
  oddReadings: readonly RowDraft<typeof oddReading>[],
): Promise<void> {
  for (const { tagId, readAt, value, receivedAt, reason } of oddReadings)
    if (reason === 'backwards' || reason === 'tooFast')
      await client.query(
        'insert into reading (site_id, tag_id, at, value, standing, received_at) values ($1, $2, $3, $4, $5, $6)',
        [site, tagId, readAt, value, toStandingCode(reason), receivedAt],
      )
}

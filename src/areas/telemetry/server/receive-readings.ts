/** POST /telemetry/readings: checks a gateway's batch reading by reading. */
import { parseInstant } from '@/contract/instant'
import { refuseInput, type Issue } from '@/contract/errno'
import { checkFields } from '@/contract/schema'
import { MAX_READINGS_PER_CALL, readingQualities, sendReadings } from '../contract/telemetry-endpoints'
import { takeReadings, type IncomingReading } from './take-readings'
import { handle } from '@/server/area'

type RawObject = Readonly<Record<string, unknown>>
const MAX_CODE_LENGTH = 120
const MAX_REPORTED_ISSUES = 20
const DEFAULT_SOURCE = 'http'
const sourceField = { source: sendReadings.input['source']! }

/**
 * Takes in a whole batch or nothing. A reading without tag or moment refuses the batch; a value that is not a number
 * only becomes an odd reading.
 */
export const receiveReadings = handle(sendReadings, async (ctx, input) => {
  // The input has not been checked yet (`handlerChecksInput`), so its declared type is not certain.
  const { source, readings: rawReadings } = input as unknown as RawObject
  const checkedSource = checkFields(sourceField, source === undefined ? {} : { source })
  if (!checkedSource.ok) throw refuseInput(checkedSource.issues)
  if (rawReadings === undefined || rawReadings === null) throw refuseInput([{ path: ['readings'], code: 'missing' }])
  if (!Array.isArray(rawReadings)) throw refuseInput([{ path: ['readings'], code: 'wrongType' }])
  if (rawReadings.length > MAX_READINGS_PER_CALL)
    throw refuseInput([{ path: ['readings'], code: 'tooMany', params: { limit: MAX_READINGS_PER_CALL } }])
  const issues: Issue[] = []
  const readings: IncomingReading[] = []
  for (const [i, rawReading] of rawReadings.entries()) {
    const reading = parseReading(rawReading)
    if ('code' in reading) issues.push({ path: ['readings', i, reading.field], code: reading.code })
    else readings.push(reading)
  }
  if (issues.length > 0) throw refuseInput(issues.slice(0, MAX_REPORTED_ISSUES))
  const result = await takeReadings(ctx, {
    source: typeof source === 'string' && source ? source.slice(0, 60) : DEFAULT_SOURCE,
    readings,
  })
  return { ...result, unknown: result.unknown.map((tag) => ({ tag: tag.slice(0, MAX_CODE_LENGTH) })) }
})
interface ReadingProblem {
  readonly field: string
  readonly code: 'missing' | 'wrongType' | 'tooLong' | 'badMoment'
}
function parseReading(rawReading: unknown): IncomingReading | ReadingProblem {
  if (typeof rawReading !== 'object' || rawReading === null) return { field: 'tag', code: 'wrongType' }
  const { tag, at: readAtText, value, unit, quality } = rawReading as RawObject
  if (typeof tag !== 'string' || tag === '') return { field: 'tag', code: 'missing' }
  if (tag.length > MAX_CODE_LENGTH) return { field: 'tag', code: 'tooLong' }
  const readAtMs = typeof readAtText === 'string' ? parseInstant(readAtText) : null
  if (readAtMs === null) return { field: 'at', code: readAtText === undefined ? 'missing' : 'badMoment' }
  return {
    tag,
    at: readAtMs,
    value: typeof value === 'number' ? value : Number.NaN,
    unit: typeof unit === 'string' ? unit.slice(0, 20) : null,
    quality: readingQualities.find((name) => name === quality),
  }
}

/** POST /telemetry/readings: checks a gateway's batch reading by reading. */
import { parseInstant } from '@/contract/instant'
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { refuseInput, type Issue } from '@/contract/errno'
import type { Context } from '@/server/context'
import { checkFields } from '@/contract/schema'
import { MOST_READINGS, readingQualities, sendReadings } from '../contract/calls'
import { takeReadings, type GivenReading } from './take-readings'

type Raw = Readonly<Record<string, unknown>>
const MOST_CODE = 120
const SOURCE = 'http'
const sourceField = { source: sendReadings.input['source']! }

/**
 * Takes in a whole batch or nothing. A reading without tag or moment refuses the batch; a value that is not a number
 * only becomes an odd reading.
 */
export async function send(
  ctx: Context,
  input: EndpointInput<typeof sendReadings>,
): Promise<EndpointOutput<typeof sendReadings>> {
  // The handler checks the readings itself, so the input is not what the contract promises yet.
  const { source, readings: raw } = input as unknown as Raw
  const named = checkFields(sourceField, source === undefined ? {} : { source })
  if (!named.ok) throw refuseInput(named.issues)
  if (raw === undefined || raw === null) throw refuseInput([{ path: ['readings'], code: 'missing' }])
  if (!Array.isArray(raw)) throw refuseInput([{ path: ['readings'], code: 'wrongType' }])
  if (raw.length > MOST_READINGS)
    throw refuseInput([{ path: ['readings'], code: 'tooMany', params: { limit: MOST_READINGS } }])
  const issues: Issue[] = []
  const readings: GivenReading[] = []
  for (const [i, one] of raw.entries()) {
    const reading = readingOf(one)
    if ('code' in reading) issues.push({ path: ['readings', i, reading.field], code: reading.code })
    else readings.push(reading)
  }
  if (issues.length > 0) throw refuseInput(issues.slice(0, 20))
  const taken = await takeReadings(ctx, {
    source: typeof source === 'string' && source ? source.slice(0, 60) : SOURCE,
    readings,
  })
  return { ...taken, unknown: taken.unknown.slice(0, 200).map((tag) => ({ tag: tag.slice(0, MOST_CODE) })) }
}
interface Problem {
  readonly field: string
  readonly code: 'missing' | 'wrongType' | 'tooLong' | 'badMoment'
}
function readingOf(one: unknown): GivenReading | Problem {
  if (typeof one !== 'object' || one === null) return { field: 'tag', code: 'wrongType' }
  const { tag, at: text, value, unit, quality } = one as Raw
  if (typeof tag !== 'string' || tag === '') return { field: 'tag', code: 'missing' }
  if (tag.length > MOST_CODE) return { field: 'tag', code: 'tooLong' }
  const at = typeof text === 'string' ? parseInstant(text) : null
  if (at === null) return { field: 'at', code: text === undefined ? 'missing' : 'badMoment' }
  return {
    tag,
    at,
    value: typeof value === 'number' ? value : Number.NaN,
    unit: typeof unit === 'string' ? unit.slice(0, 20) : null,
    quality: readingQualities.find((known) => known === quality),
  }
}

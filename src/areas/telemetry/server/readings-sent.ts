/** POST /telemetry/readings: a batch as a gateway sends it, checked reading by reading. */
import type { InOf, OutOf } from '@/contract/endpoint'
import { refuseInput, type Issue } from '@/contract/errno'
import type { Context } from '@/server/context'
import { checkFields } from '@/contract/schema'
import { MOST_READINGS, readingQualities, sendReadings } from '../contract/calls'
import { takeReadings, type GivenReading } from './take-readings'

type Raw = Readonly<Record<string, unknown>>
const MOST_CODE = 120
const SOURCE = 'http'
const sourceField = { source: sendReadings.input['source']! }

/** All of it or none: a reading without a tag or moment refuses the batch. What is no number is one bad reading, and kept apart. */
export async function send(ctx: Context, input: InOf<typeof sendReadings>): Promise<OutOf<typeof sendReadings>> {
  const { source, readings: raw } = input as unknown as Raw
  const named = checkFields(sourceField, source === undefined ? {} : { source })
  if (!named.ok) throw refuseInput(named.issues)
  if (raw === undefined || raw === null) throw refuseInput([{ path: ['readings'], code: 'missing' }])
  if (!Array.isArray(raw)) throw refuseInput([{ path: ['readings'], code: 'wrongType' }])
  if (raw.length > MOST_READINGS)
    throw refuseInput([{ path: ['readings'], code: 'tooMany', params: { limit: MOST_READINGS } }])
  const issues: Issue[] = []
  const readings = raw.flatMap((one: unknown, i) => {
    const problem = problemOf(one)
    if (problem) issues.push({ path: ['readings', i, problem.field], code: problem.code })
    return problem ? [] : [readingOf(one as Raw)]
  })
  if (issues.length > 0) throw refuseInput(issues.slice(0, 20))
  const taken = await takeReadings(ctx, {
    source: typeof source === 'string' && source ? source.slice(0, 60) : SOURCE,
    readings,
  })
  return { ...taken, unknown: taken.unknown.slice(0, 200).map((tag) => ({ tag: tag.slice(0, MOST_CODE) })) }
}
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/
function problemOf(one: unknown): { field: string; code: 'missing' | 'wrongType' | 'tooLong' | 'badMoment' } | null {
  if (typeof one !== 'object' || one === null) return { field: 'tag', code: 'wrongType' }
  const { tag, at } = one as Raw
  if (typeof tag !== 'string' || tag === '') return { field: 'tag', code: 'missing' }
  if (tag.length > MOST_CODE) return { field: 'tag', code: 'tooLong' }
  if (typeof at !== 'string' || !moment.test(at) || Number.isNaN(Date.parse(at)))
    return { field: 'at', code: at === undefined ? 'missing' : 'badMoment' }
  return null
}
function readingOf({ tag, at, value, unit, quality }: Raw): GivenReading {
  return {
    tag: tag as string,
    at: at as string,
    value: typeof value === 'number' ? value : Number.NaN,
    unit: typeof unit === 'string' ? unit.slice(0, 20) : null,
    quality: readingQualities.find((known) => known === quality),
  }
}

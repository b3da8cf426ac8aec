import { describe, expect, expectTypeOf, test } from 'vitest'
import { lineStop, stopReason } from '@/plant/contract/line-stop'
import { sessionTable } from '@/server/db/sign-in-tables'
import { columns, columnsOrNull, computed, limit, options, sql, type SqlRow } from '@/server/sql'

describe('sql', () => {
  test('numbers its values, including those of nested SQL', () => {
    const of = sql`line_id = ${'a'} and started_at < ${'b'}`
    const { text, values } = sql`select 1 from line_stop where site_id = ${1} and ${of} and note = ${null} ${limit(5)}`
    expect(text).toBe(
      'select 1 from line_stop where site_id = $1 and line_id = $2 and started_at < $3 and note = $4 limit 5',
    )
    expect(values).toEqual([1, 'a', 'b', null])
  })
  test('keeps user input out of the text', () => {
    const { text, values } = sql`select ${"'; drop table line; --"}::text`
    expect(text).toBe('select $1::text')
    expect(values).toEqual(["'; drop table line; --"])
  })
  test('is allowed inside plain text only without values', () => {
    expect(`state = ${options(lineStop.fields.state, 'standing')}`).toBe(`state = 'standing'`)
    expect(() => `where ${sql`id = ${1}`}`).toThrow('parameters')
  })
  test('names columns after the contract fields', () => {
    expect(columns(lineStop, ['id', { startsAt: 'startedAt', endsAt: 'endedAt' }], 's').text).toBe(
      's."id" as "id", s."started_at" as "startsAt", s."ended_at" as "endsAt"',
    )
    expect(columns(sessionTable, ['tokenHash']).text).toBe('"token_hash" as "tokenHash"')
    // @ts-expect-error no such field
    expect(() => columns(lineStop, ['begunAt'])).toThrow('begunAt')
  })
  test('inlines options', () => {
    expect(options(lineStop.fields.state, 'standing', 'toExplain').text).toBe(`'standing', 'toExplain'`)
    // @ts-expect-error no state of a stop
    expect(options(lineStop.fields.state, 'running').text).toBe(`'running'`)
    expect(() => options(lineStop.fields.state)).toThrow('no option')
    expect(() => limit(1.5)).toThrow('1.5')
  })
  test('infers its row type', () => {
    const stops = sql`select ${columns(lineStop, ['id', { endsAt: 'endedAt' }], 's')}, ${columnsOrNull(stopReason, ['code'], 'r')},
      ${computed<{ n: number }>`count(*) over () as n`} from line_stop s`
    expectTypeOf<SqlRow<typeof stops>>().toEqualTypeOf<{
      id: string
      endsAt: string | null
      code: string | null
      n: number
    }>()
    expectTypeOf<SqlRow<ReturnType<typeof buildCountQuery>>>().toEqualTypeOf<{ n: number }>()
    // A select list inside a subquery belongs to that subquery.
    const nestedQuery = sql`select ${columns(lineStop, ['lineId'])} from (${stops}) all`
    expectTypeOf<SqlRow<typeof nestedQuery>>().toEqualTypeOf<{ lineId: string }>()
    // @ts-expect-error what is not there is null
    void (() => sql`select ${undefined}`)
  })
})
const buildCountQuery = () => sql<{ n: number }>`select count(*)::int as n from line_stop where site_id = ${1}`

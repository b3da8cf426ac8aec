import { describe, expect, test } from 'vitest'
import { toTopicFilter, matchTopic, buildMetricCode, findTopicPatternProblem } from '@/areas/telemetry/rules/topic'
import { createMessageParser } from '@/areas/telemetry/rules/message-parser'

const NOW = Date.parse('2026-11-22T02:00:00Z')
const bytes = (text: string) => new TextEncoder().encode(text)
const read = (topic: string, payload: unknown, pattern = 'plant/{line}/{key}', tag: string | null = null) =>
  createMessageParser([{ topic: pattern, tag }])(
    topic,
    bytes(typeof payload === 'string' ? payload : JSON.stringify(payload)),
    NOW,
  )
const buildReading = (more: object = {}) => ({
  tag: 'SB1.MPS',
  at: NOW,
  value: 51.2,
  unit: null,
  quality: 'good',
  ...more,
})

describe('patterns', () => {
  test.each([
    ['plant/{line}/{key}', 'plant/+/+'],
    ['+/meters/{meter}', '+/meters/+'],
    ['a/b/#', 'a/b/#'],
  ])('%s asks the broker for %s', (pattern, filter) => expect(toTopicFilter(pattern)).toBe(filter))
  test('name the levels of a topic, and match no other topic', () => {
    expect(matchTopic('plant/{line}/{key}', 'plant/SB1/MPS')).toEqual({ line: 'SB1', key: 'MPS' })
    expect(matchTopic('plant/{line}/{key}', 'plant/SB1')).toBeNull()
    expect(matchTopic('plant/{line}/{key}', 'plant/SB1/MPS/more')).toBeNull()
    expect(matchTopic('plant/{line}/{key}', 'office/SB1/MPS')).toBeNull()
    expect(matchTopic('plant/{line}/#', 'plant/SB1/a/b')).toEqual({ line: 'SB1' })
    expect(matchTopic('+/{line}', 'plant/SB1')).toEqual({ line: 'SB1' })
  })
  test.each([
    ['', null, 'badFormat'],
    ['$SYS/broker', null, 'badFormat'],
    ['a/#/b', null, 'badFormat'],
    ['a/x{line}', null, 'badFormat'],
    ['a/{}', null, 'badFormat'],
    ['{a}/{a}', null, 'duplicate'],
    ['a/{line}', '{meter}', 'badFormat'],
    ['a/{line}', '{line}.{key}', null],
    ['plant/{line}/{key}', null, null],
  ])('%s with %s: %s', (topic, tag, problem) => expect(findTopicPatternProblem({ topic, tag })).toBe(problem))
})

describe('messages', () => {
  test('a plain number is measured on arrival', () => {
    expect(read('plant/SB1/MPS', '51.2')).toEqual({ readings: [buildReading()], problems: [] })
  })
  test('an object has a value with time, unit and quality', () => {
    const at = '2026-11-22T09:59:30.500+08:00'
    expect(read('plant/SB1/MPS', { value: 51.2, at, unit: 'm/min', quality: 'uncertain' }).readings).toEqual([
      buildReading({ at: NOW - 29_500, unit: 'm/min', quality: 'uncertain' }),
    ])
    expect(read('plant/SB1/MPS', { value: 51.2, at: NOW - 1 }).readings).toEqual([buildReading({ at: NOW - 1 })])
  })
  test('a list contains several objects', () => {
    const sent = [51.2, { value: 51.3, at: NOW - 1000 }]
    expect(read('plant/SB1/MPS', sent).readings).toEqual([
      buildReading(),
      buildReading({ value: 51.3, at: NOW - 1000 }),
    ])
  })
  test('an object with several keys has one time for all', () => {
    const sent = { at: NOW - 5000, MPS: 51.2, on: true, MEE: { value: 260, unit: '°C', at: NOW - 6000 } }
    expect(read('plant/SB1', sent, 'plant/{line}').readings).toEqual([
      buildReading({ at: NOW - 5000 }),
      buildReading({ tag: 'SB1.on', at: NOW - 5000, value: 1 }),
      buildReading({ tag: 'SB1.MEE', at: NOW - 6000, value: 260, unit: '°C' }),
    ])
  })
  test('a list of readings names its keys', () => {
    const sent = [
      { key: 'MPS', value: 51.2 },
      { key: 'MEE', value: 260 },
    ]
    expect(read('gateway', sent, 'gateway', '{key}').readings.map((r) => r.tag)).toEqual(['MPS', 'MEE'])
  })
  test('the pattern determines the code', () => {
    expect(read('plant/SB1/MPS', '51.2', 'plant/{line}/{key}', 'L-{line}_{key}').readings[0]!.tag).toBe('L-SB1_MPS')
  })
  test('the first matching pattern wins', () => {
    const patterns = [
      { topic: 'a/{x}', tag: 'first.{x}' },
      { topic: 'a/#', tag: 'second' },
    ]
    expect(createMessageParser(patterns)('a/b', bytes('1'), NOW).readings[0]!.tag).toBe('first.b')
    expect(createMessageParser(patterns)('a/b/c', bytes('1'), NOW).readings[0]!.tag).toBe('second')
  })
})

describe('errors are named', () => {
  test.each([
    ['plant/SB1', '1', 'noPattern', '1'],
    ['plant/SB1/MPS', 'NaN', 'notJson', 'NaN'],
    ['plant/SB1/MPS', '{"value":', 'notJson', '{"value":'],
    ['plant/SB1/MPS', '', 'empty', ''],
    ['plant/SB1/MPS', '{}', 'empty', '{}'],
    ['plant/SB1/MPS', '[]', 'empty', '[]'],
    ['plant/SB1/MPS', 'null', 'notANumber', 'null'],
    ['plant/SB1/MPS', '"51.2"', 'notANumber', '51.2'],
    ['plant/SB1/MPS', '1e999', 'notANumber', 'null'],
    ['plant/SB1/MPS', '{"value":1,"at":"yesterday"}', 'badTime', '1'],
    ['plant/SB1/MPS', '{"value":1,"at":"2026-11-22T02:00:00"}', 'badTime', '1'],
    ['plant/SB1/MPS', '{"value":1,"at":1795312800}', 'badTime', '1'],
    ['plant/SB1/MPS', '{"value":1,"quality":"so-so"}', 'badQuality', '1'],
    ['plant/SB1/MPS', '{"a":{"b":1}}', 'notANumber', '{"a":{"b":1}}'],
    ['plant//MPS', '1', 'noTag', '1'],
    ['plant/SB1/MPS', 'x'.repeat(500), 'notJson', 'x'.repeat(120)],
  ])('%s %s: %s', (topic, payload, why, shown) => {
    expect(read(topic, payload)).toEqual({ readings: [], problems: [{ topic, why, shown }] })
  })
  test('valid parts of a message are kept', () => {
    const { readings, problems } = read('plant/SB1', { MPS: 51.2, MEE: 'off' }, 'plant/{line}')
    expect(readings).toEqual([buildReading()])
    expect(problems).toEqual([{ topic: 'plant/SB1', why: 'notANumber', shown: '{"MEE":"off"}' }])
  })
  test('a message with too many values is refused', () => {
    expect(
      read(
        'plant/SB1/MPS',
        Array.from({ length: 10_001 }, () => 1),
      ).problems,
    ).toMatchObject([{ why: 'tooMany' }])
  })
  test('inherited property names are no keys', () => {
    const { readings, problems } = read('plant/SB1', '{"__proto__":1,"constructor":2}', 'plant/{line}')
    expect(problems).toEqual([])
    expect(readings.map((r) => r.tag)).toEqual(['SB1.__proto__', 'SB1.constructor'])
    expect(read('a/b', '1', 'a/{x}', '{toString}').problems).toMatchObject([{ why: 'noTag' }])
  })
})

test('the time of a retained message is unknown', () => {
  const kept = (text: string) => createMessageParser([{ topic: 'a/{x}', tag: null }])('a/b', bytes(text), null)
  expect(kept('1').problems).toEqual([{ topic: 'a/b', why: 'badTime', shown: '1' }])
  expect(kept(`{"value":1,"at":${NOW}}`).readings).toMatchObject([{ at: NOW }])
})

test('codes of Sparkplug metrics', () => {
  const place = { group: 'plant', node: 'SB1', device: 'spinning', metric: 'MPS' }
  expect(buildMetricCode(null, place)).toBe('plant.SB1.spinning.MPS')
  expect(buildMetricCode(null, { ...place, device: null })).toBe('plant.SB1.MPS')
  expect(buildMetricCode('{node}.{metric}', place)).toBe('SB1.MPS')
  expect(buildMetricCode('{device}.{metric}', { ...place, device: null })).toBeNull()
})

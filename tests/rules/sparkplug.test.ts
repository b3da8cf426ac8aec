import { describe, expect, test } from 'vitest'
import type { EdgeNodes, SparkplugOutcome } from '@/areas/telemetry/rules/edge-node'
import { expireWaitingMessages, NO_NODES, REORDER_MS, processTopicMessage } from '@/areas/telemetry/rules/sparkplug'
import { buildCommandTopic, parseSparkplugTopic } from '@/areas/telemetry/rules/sparkplug-topic'
import { decodePayload, encodeRebirthCommand } from '@/areas/telemetry/rules/sparkplug-payload'
import { payloadBytes, type Metric } from './sparkplug-bytes'

const NOW = 1_486_144_502_122
const node = 'spBv1.0/Sparkplug B Devices'
const topics = {
  NBIRTH: `${node}/NBIRTH/Raspberry Pi`,
  NDATA: `${node}/NDATA/Raspberry Pi`,
  NDEATH: `${node}/NDEATH/Raspberry Pi`,
  DBIRTH: `${node}/DBIRTH/Raspberry Pi/Pibrella`,
  DDATA: `${node}/DDATA/Raspberry Pi/Pibrella`,
  DDEATH: `${node}/DDEATH/Raspberry Pi/Pibrella`,
}
type Type = keyof typeof topics
const pi = 'Sparkplug B Devices/Raspberry Pi'
/** A plant's view of the broker: what messages and the clock come to, one after another. */
function host() {
  let nodes: EdgeNodes = NO_NODES
  const applyOutcome = (outcome: SparkplugOutcome | null) => {
    if (!outcome) throw new Error('not taken')
    nodes = outcome.nodes
    return {
      values: outcome.readings.map((r) => [r.metric, r.value]),
      readings: outcome.readings,
      stale: outcome.staleMetrics.map((s) => s.metric),
      rebirth: outcome.nodesToRebirth,
      problems: outcome.problems.map((p) => p.why),
    }
  }
  return {
    takes: (type: Type, seq: number | undefined, metrics: Metric[], { at = NOW, now = NOW } = {}) =>
      applyOutcome(processTopicMessage(nodes, topics[type], decodePayload(payloadBytes(seq, metrics, at))!, now)),
    waits: (now: number) => applyOutcome(expireWaitingMessages(nodes, now)),
  }
}
const bdSeq = (value = 0): Metric => ({ name: 'bdSeq', type: 'Int64', value })
const birth: Metric[] = [
  bdSeq(),
  { name: 'Node Control/Rebirth', type: 'Boolean', value: false },
  { name: 'Properties/Hardware Make', type: 'String', value: 'Raspberry' },
  { name: 'Supply Voltage (V)', alias: 1, type: 'Float', value: 12.5 },
]
const deviceBirth: Metric[] = [
  { name: 'Inputs/A', alias: 2, type: 'Boolean', value: true },
  { name: 'Inputs/T', alias: 3, type: 'Int16', value: -7 },
]
const quiet = { values: [], readings: [], stale: [], rebirth: [], problems: [] }
/** A node that was born with its device: the next number is 2. */
function alive() {
  const h = host()
  h.takes('NBIRTH', 0, birth)
  h.takes('DBIRTH', 1, deviceBirth)
  return h
}

describe('payloads', () => {
  test.each([
    ['Int8', -128, -128],
    ['Int16', -32_768, -32_768],
    ['Int32', -1, -1],
    ['Int64', -9_007_199_254_740_991n, -9_007_199_254_740_991],
    ['UInt8', 255, 255],
    ['UInt16', 65_535, 65_535],
    ['UInt32', 4_294_967_295, 4_294_967_295],
    ['UInt64', 9_007_199_254_740_991n, 9_007_199_254_740_991],
    ['Float', 0.5, 0.5],
    ['Double', 51.234567, 51.234567],
    ['Boolean', true, 1],
  ] as const)('%s %s', (type, value, expected) => {
    const payload = decodePayload(payloadBytes(7, [{ name: 'x', type, value, at: NOW - 5 }], NOW))
    expect(payload).toMatchObject({ sentAt: NOW, seq: 7 })
    expect(payload!.metrics).toMatchObject([
      { name: 'x', measuredAt: NOW - 5, value: expected, isNotNumeric: false, quality: null },
    ])
  })
  test('a text is no number, a metric may have no value, and bytes may be missing', () => {
    expect(decodePayload(payloadBytes(0, [{ name: 'x', type: 'String', value: 'a' }]))!.metrics[0]).toMatchObject({
      value: null,
      isNotNumeric: true,
    })
    expect(decodePayload(payloadBytes(0, [{ name: 'x', value: null }]))!.metrics[0]).toMatchObject({
      value: null,
      isNotNumeric: false,
    })
    expect(decodePayload(payloadBytes(0, [{ name: 'x', value: 1, quality: 500 }]))!.metrics[0]).toMatchObject({
      quality: 500,
    })
    expect(decodePayload(new TextEncoder().encode('{"value":1}'))).toBeNull()
    expect(decodePayload(new Uint8Array())).toEqual({ sentAt: null, seq: null, metrics: [] })
  })
  test('the birth command follows the specification', () => {
    const command = decodePayload(encodeRebirthCommand(NOW))
    expect(command).toMatchObject({
      sentAt: NOW,
      seq: null,
      metrics: [{ name: 'Node Control/Rebirth', datatype: 11, value: 1 }],
    })
    expect(buildCommandTopic(pi)).toBe('spBv1.0/Sparkplug B Devices/NCMD/Raspberry Pi')
  })
  test.each([
    'spBv1.0/STATE/host',
    'spBv1.0/g/NCMD/n',
    'spBv1.0/g/DDATA/n',
    'spBv1.0/g/NDATA/n/d',
    'spAv1.0/g/NDATA/n',
    'spBv1.0/g/NDATA/',
  ])('%s is no message of a node', (topic) => expect(parseSparkplugTopic(topic)).toBeNull())
})

describe('a session', () => {
  test('births give names and values; data uses aliases with the type of the birth', () => {
    const h = host()
    expect(h.takes('NBIRTH', 0, birth).values).toEqual([['Supply Voltage (V)', 12.5]])
    expect(h.takes('DBIRTH', 1, deviceBirth).values).toEqual([
      ['Inputs/A', 1],
      ['Inputs/T', -7],
    ])
    const { readings } = h.takes('DDATA', 2, [{ alias: 3, type: 'Int16', untyped: true, value: -9, at: NOW + 10 }])
    expect(readings).toEqual([
      {
        group: 'Sparkplug B Devices',
        node: 'Raspberry Pi',
        device: 'Pibrella',
        metric: 'Inputs/T',
        at: NOW + 10,
        value: -9,
        quality: 'good',
        historical: false,
      },
    ])
    expect(h.takes('NDATA', 3, [{ alias: 1, type: 'Float', value: 12.25 }]).values).toEqual([
      ['Supply Voltage (V)', 12.25],
    ])
    expect(h.takes('DDATA', 4, [{ name: 'Inputs/A', type: 'Boolean', value: false }]).values).toEqual([['Inputs/A', 0]])
  })
  test('sequence numbers wrap at 256', () => {
    const h = alive()
    for (let seq = 2; seq < 300; seq++)
      expect(h.takes('NDATA', seq % 256, [{ alias: 1, type: 'Float', value: seq }]).values).toEqual([
        ['Supply Voltage (V)', seq],
      ])
  })
  test('buffered values of a disconnected node are marked', () => {
    const { readings, stale } = alive().takes('NDATA', 2, [
      { alias: 1, type: 'Float', value: 11, at: NOW - 60_000, historical: true },
    ])
    expect(readings).toMatchObject([{ value: 11, at: NOW - 60_000, historical: true }])
    expect(stale).toEqual([])
  })
  test('qualities: good, bad, anything between; stale and missing are no readings', () => {
    const h = alive()
    const takes = (seq: number, more: Metric) => h.takes('NDATA', seq, [{ alias: 1, type: 'Float', ...more }])
    expect(takes(2, { value: 1, quality: 192 }).readings[0]!.quality).toBe('good')
    expect(takes(3, { value: 1, quality: 0 }).readings[0]!.quality).toBe('bad')
    expect(takes(4, { value: 1, quality: 64 }).readings[0]!.quality).toBe('uncertain')
    expect(takes(5, { value: 1, quality: 500 })).toMatchObject({ values: [], stale: ['Supply Voltage (V)'] })
    expect(takes(6, { value: null })).toMatchObject({ values: [], stale: ['Supply Voltage (V)'] })
    expect(takes(7, { value: Number.NaN })).toMatchObject({ values: [], stale: [], problems: ['notANumber'] })
  })
})

describe('deaths', () => {
  test('of a node: every metric of the node and its devices is stale, and its data requests a birth', () => {
    const h = alive()
    expect(h.takes('NDEATH', undefined, [bdSeq()])).toMatchObject({
      stale: ['Supply Voltage (V)', 'Inputs/A', 'Inputs/T'],
      rebirth: [],
    })
    expect(h.takes('NDATA', 2, [{ alias: 1, type: 'Float', value: 1 }])).toEqual({
      ...quiet,
      rebirth: [pi],
      problems: ['noBirth'],
    })
  })
  test('of an earlier session do not affect this one', () => {
    const h = host()
    h.takes('NBIRTH', 0, [bdSeq(4), ...birth.slice(1)])
    expect(h.takes('NDEATH', undefined, [bdSeq(3)])).toEqual(quiet)
    expect(h.takes('NDATA', 1, [{ alias: 1, type: 'Float', value: 1 }]).values).toHaveLength(1)
    expect(h.takes('NDEATH', undefined, [bdSeq(4)]).stale).toEqual(['Supply Voltage (V)'])
  })
  test('of a device: only its metrics are stale, and its aliases are forgotten', () => {
    const h = alive()
    expect(h.takes('DDEATH', 2, [])).toMatchObject({ stale: ['Inputs/A', 'Inputs/T'], rebirth: [] })
    expect(h.takes('NDATA', 3, [{ alias: 1, type: 'Float', value: 2 }]).values).toEqual([['Supply Voltage (V)', 2]])
    expect(h.takes('DDATA', 4, [{ alias: 2, type: 'Boolean', value: true }])).toEqual({
      ...quiet,
      rebirth: [pi],
      problems: ['noBirth'],
    })
  })
})

describe('order', () => {
  const volt = (value: number): Metric[] => [{ alias: 1, type: 'Float', value }]
  test('a message that arrived early waits for the missing one', () => {
    const h = alive()
    expect(h.takes('NDATA', 4, volt(4))).toEqual(quiet)
    expect(h.takes('NDATA', 3, volt(3))).toEqual(quiet)
    expect(h.takes('NDATA', 2, volt(2)).values.map(([, v]) => v)).toEqual([2, 3, 4])
    expect(h.takes('NDATA', 5, volt(5)).values).toHaveLength(1)
    expect(h.waits(NOW + 3_600_000)).toEqual(quiet)
  })
  test('after the reorder time a birth is requested, once, and waiting messages are reported as lost', () => {
    const h = alive()
    h.takes('NDATA', 4, volt(4))
    expect(h.waits(NOW + REORDER_MS - 1)).toEqual(quiet)
    expect(h.waits(NOW + REORDER_MS)).toEqual({ ...quiet, rebirth: [pi], problems: ['lost'] })
    expect(h.waits(NOW + REORDER_MS + 1)).toEqual(quiet)
    expect(h.takes('NDATA', 5, volt(5), { now: NOW + REORDER_MS + 2 })).toEqual({ ...quiet, problems: ['noBirth'] })
    expect(h.takes('NBIRTH', 0, birth).values).toEqual([['Supply Voltage (V)', 12.5]])
    expect(h.takes('NDATA', 1, volt(6)).values).toEqual([['Supply Voltage (V)', 6]])
  })
  test('a duplicate message counts once', () => {
    const h = alive()
    h.takes('NDATA', 2, volt(2), { at: NOW + 1 })
    expect(h.takes('NDATA', 2, volt(2), { at: NOW + 1 })).toEqual(quiet)
    expect(h.waits(NOW + REORDER_MS)).toEqual(quiet)
  })
  test('data of a node without a birth requests one, and again after a while', () => {
    const h = host()
    expect(h.takes('NDATA', 9, volt(1))).toEqual({ ...quiet, rebirth: [pi], problems: ['noBirth'] })
    expect(h.takes('NDATA', 10, volt(1), { now: NOW + 1000 }).rebirth).toEqual([])
    expect(h.takes('NDATA', 11, volt(1), { now: NOW + 30_000 }).rebirth).toEqual([pi])
  })
  test('an alias without a birth is reported and requests a birth; the rest of its message counts', () => {
    expect(alive().takes('NDATA', 2, [{ alias: 99, value: 1 }, ...volt(2)])).toMatchObject({
      values: [['Supply Voltage (V)', 2]],
      rebirth: [pi],
      problems: ['unknownAlias'],
    })
  })
  test('a new birth reassigns aliases: messages that waited for the old ones are dropped', () => {
    const h = alive()
    h.takes('NDATA', 4, volt(4))
    h.takes('NBIRTH', 0, [bdSeq(1), { name: 'Current (A)', alias: 1, type: 'Float', value: 3 }])
    expect(h.takes('NDATA', 1, volt(5)).values).toEqual([['Current (A)', 5]])
    expect(h.waits(NOW + REORDER_MS)).toEqual(quiet)
    expect(h.takes('DDATA', 2, [{ alias: 2, type: 'Boolean', value: true }])).toMatchObject({
      values: [],
      rebirth: [pi],
    })
  })
})

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideTransition } from '@/contract/state-machine'
import { equipmentUseLifecycle } from '@/areas/equipment/rules/equipment'
import { validateCode, normalizeCode } from '@/plant/rules/code'
import { labelPrefixes, buildLabelText, parseLabel, type QrLabelKind } from '@/plant/rules/label'

it.each([
  ['inUse', 'stopUse', { reason: 'no orders' }, { ok: true, to: 'notUsed' }],
  ['notUsed', 'resumeUse', {}, { ok: true, to: 'inUse' }],
  ['notUsed', 'discard', { reason: 'worn out' }, { ok: true, to: 'discarded' }],
  ['discarded', 'restore', { reason: 'entered wrongly' }, { ok: true, to: 'notUsed' }],
  [
    'discarded',
    'resumeUse',
    {},
    { ok: false, reason: { code: 'notFromHere', state: 'discarded', action: 'resumeUse' } },
  ],
  [
    'inUse',
    'discard',
    {},
    { ok: false, reason: { code: 'missing', state: 'inUse', action: 'discard', fields: ['reason'] } },
  ],
])('equipment %s: %s with %j', (state, action, given, expected) => {
  expect(decideTransition(equipmentUseLifecycle, state, action, given)).toEqual(expected)
})

describe('codes', () => {
  it.each([
    [' sb-01 ', 'SB-01'],
    ['ＳＢ－０１', 'SB-01'],
    ['sb—01', 'SB-01'],
    ['SB 01\n', 'SB01'],
    ['\u3000mb_2．3', 'MB_2.3'],
    ['\ufeffsb\u200b1', 'SB1'],
  ])('%j becomes %j', (text, code) => {
    expect(normalizeCode(text)).toBe(code)
  })

  it('normalising twice changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
        expect(normalizeCode(normalizeCode(text))).toBe(normalizeCode(text))
      }),
    )
  })

  it.each([
    ['SB-01', null],
    ['20261120-L1/003', null],
    ['', 'empty'],
    ['A'.repeat(40), null],
    ['A'.repeat(41), 'tooLong'],
    ['-SB', 'characters'],
    ['SB--1', 'characters'],
    ['SB-', 'characters'],
    ['设备', 'characters'],
    ['sb', 'characters'],
    ['A:B', 'characters'],
  ])('code %j: %s', (code, expected) => {
    expect(validateCode(code)).toBe(expected)
  })
})

describe('parseLabel', () => {
  it.each([
    ['eq:SB-01', 'equipment', 'SB-01'],
    ['EQ:sb-01', 'equipment', 'SB-01'],
    ['  ｅｑ：ＳＢ－０１ ', 'equipment', 'SB-01'],
    ['cp:CP-7', 'checkPoint', 'CP-7'],
    ['sp:6204-2RS', 'sparePart', '6204-2RS'],
    ['jr:260120-L1-1120-03', 'jumboRoll', '260120-L1-1120-03'],
    ['sr:260120-L1-1120-03-2-5', 'slitRoll', '260120-L1-1120-03-2-5'],
    ['lot:PP2026/118', 'lot', 'PP2026/118'],
    ['wo:WO-2026-0815', 'order', 'WO-2026-0815'],
    ['https://mes.plant.example/s/eq/SB-01', 'equipment', 'SB-01'],
    ['HTTPS://192.168.1.20:8443/s/jr/a-1/?from=label#top', 'jumboRoll', 'A-1'],
    ['http://mes/s/lot/PP2026%2F118', 'lot', 'PP2026/118'],
  ])('%j is %s %s', (text, kind, code) => {
    expect(parseLabel(text)).toEqual({ kind, code })
  })

  it.each([
    ['SB-01', 'SB-01'],
    ['', ''],
    ['eq:', 'EQ:'],
    ['xx:SB-01', 'XX:SB-01'],
    ['eq:设备', 'EQ:设备'],
    ['constructor:1', 'CONSTRUCTOR:1'],
    ['https://shop.example/eq/SB-01', 'HTTPS://SHOP.EXAMPLE/EQ/SB-01'],
    ['https://mes/s/eq/%E0%A4%A', 'HTTPS://MES/S/EQ/%E0%A4%A'],
    ['javascript:alert(1)', 'JAVASCRIPT:ALERT(1)'],
    ['6901234567892', '6901234567892'],
  ])('%j is none of our labels', (text, code) => {
    expect(parseLabel(text)).toEqual({ kind: 'unknown', code, text: text.trim() })
  })

  const kinds = Object.keys(labelPrefixes) as QrLabelKind[]
  const codes = fc.stringMatching(/^[A-Z0-9]{1,8}([-_./][A-Z0-9]{1,6}){0,3}$/)

  it('parses every generated label, as text and as address', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), codes, (kind, code) => {
        expect(parseLabel(buildLabelText(kind, code))).toEqual({ kind, code })
        expect(parseLabel(`https://mes.example/s/${labelPrefixes[kind]}/${encodeURIComponent(code)}`)).toEqual({
          kind,
          code,
        })
      }),
    )
  })

  it('never throws, whatever is scanned', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl()), (text) => {
        expect(parseLabel(text).kind).toBeTypeOf('string')
      }),
    )
  })
})

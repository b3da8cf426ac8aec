/** Data files of the demonstration: mistakes are reported with their place, texts are filled, no file is left unused. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fillText } from '@/demo/bilingual-text'
import { getKeys, readRecords, readRecordsByKey } from '@/demo/read-data'

const demoFolder = resolve(import.meta.dirname, '../../src/demo')
const schema = z.strictObject({ kind: z.enum(['wear', 'break']), weight: z.number(), note: z.string().optional() })

describe('a list of records', () => {
  it('keeps the order of the file', () => {
    const records = [
      { kind: 'wear', weight: 2 },
      { kind: 'break', weight: 1, note: 'rare' },
    ]
    expect(readRecords(records, schema)).toEqual(records)
  })
  it('names the position and field of a mistake', () => {
    const wrongChoice = [
      { kind: 'wear', weight: 2 },
      { kind: 'tear', weight: 1 },
    ]
    expect(() => readRecords(wrongChoice, schema)).toThrow(/at \[1\]\.kind/)
    expect(() => readRecords([{ kind: 'wear', weight: 1, nota: 'rare' }], schema)).toThrow(/"nota".*\n.*at \[0\]/)
  })
})

describe('records by key', () => {
  const records = { second: { kind: 'break', weight: 1 }, first: { kind: 'wear', weight: 2 } }
  it('keep the order of the file', () => {
    expect(getKeys(records)).toEqual(['second', 'first'])
    expect(getKeys(readRecordsByKey(records, schema))).toEqual(['second', 'first'])
  })
  it('name the key and field of a mistake', () => {
    expect(() => readRecordsByKey({ first: { kind: 'wear', weight: '2' } }, schema)).toThrow(/at first\.weight/)
  })
})

describe('a text with placeholders', () => {
  const text = { zh: '停机 {minutes} 分钟：{reason}', en: 'Stop of {minutes} min: {reason}' }
  it('is filled in both languages', () => {
    expect(fillText(text, { minutes: 5, reason: { zh: '断布', en: 'web break' } })).toEqual({
      zh: '停机 5 分钟：断布',
      en: 'Stop of 5 min: web break',
    })
  })
  it('is refused without a value', () => {
    expect(() => fillText(text, { minutes: 5 })).toThrow(/lacks reason/)
  })
})

it('every data file is read', () => {
  const code = readdirSync(demoFolder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(demoFolder, name), 'utf8'))
    .join('\n')
  const files = readdirSync(join(demoFolder, 'data'))
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter((name) => !code.includes(`/data/${name}' with { type: 'json' }`))).toEqual([])
})

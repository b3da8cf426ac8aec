import { describe, expect, it } from 'vitest'
import { amount, choice, day, flag, integer, list, moment, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { findShareLimit, isUnclearShare } from '@/contract/worksheet-cell'
import { convertCell } from '@/server/excel/cell-values'
import { convertRowsToInputs } from '@/server/excel/convert-rows'
import { readCsv } from '@/server/excel/csv-reader'
import { WORKBOOK_LIMITS } from '@/server/excel/read-sheet'
import { readWorkbook, type CellValue, type Worksheet } from '@/server/excel/read-workbook'
import type { Translate } from '@/server/translations'
import {
  buildArchive,
  buildSheetXml,
  buildTextCell,
  buildWorkbookFile,
  buildWorkbookParts,
  headAB,
} from './build-archive'

const METER = '01890000-0000-7000-8000-000000000001'
const charge = defineResource('charge', {
  area: 'lab',
  fields: {
    kind: choice(['energy', 'demand', 'powerFactor']),
    unit: text({ max: 20 }),
    high: amount({ unit: '', unitField: 'unit', digits: 4 }),
    price: amount({
      unit: '',
      digits: 4,
      rowUnit: {
        option: 'kind',
        units: { energy: ['CNY/kWh'], demand: ['CNY/kW', 'CNY/(kW·month)'], powerFactor: ['%'] },
      },
    }),
    meterId: reference('meter'),
    value: amount({ unit: '', digits: 4, rowUnit: { reference: 'meterId' } }),
    ratio: amount({ unit: '', digits: 4 }),
    share: amount({ unit: '%', digits: 4 }),
    weight: amount({ unit: 'kg', digits: 4 }),
    reelWidth: integer({ unit: 'mm' }),
    cost: amount({ unit: 'CNY', digits: 4 }),
    kgPrice: amount({ unit: 'CNY/kg', digits: 4 }),
    kwhPrice: amount({ unit: 'CNY/kWh', digits: 4 }),
    piecePrice: amount({ unit: 'CNY', digits: 4, rowUnit: { pricePer: { unit: 'pcs' } } }),
    partPrice: amount({ unit: 'CNY', digits: 4, rowUnit: { pricePer: { field: 'unit' } } }),
    usedOn: moment(),
    startsAt: text({ format: 'time', max: 5 }),
    dueOn: day(),
    phone: text({ format: 'phone' }),
    code: text({ max: 20 }),
    counter: flag(),
    widths: list(
      { lane: integer({ required: true }), width: amount({ unit: 'mm', digits: 1, required: true }) },
      { importedFromOneCell: true },
    ),
    places: list(
      { position: amount({ unit: 'm', required: true }), width: amount({ unit: 'mm', digits: 1, required: true }) },
      { importedFromOneCell: true },
    ),
  },
  title: ['code'],
})
const t: Translate = (key) => key.replace('lab:charge.fields.', '')
const convert = async (headers: string[], cells: CellValue[], more: Partial<Worksheet> = {}) => {
  const sheet: Worksheet = { header: headers, headerRow: 1, rows: [cells], rowNumbers: [2], ...more }
  const { inputs, issues } = await convertRowsToInputs(charge, sheet, {
    t: { zh: t, en: t },
    language: 'en',
    timeZone: 'Asia/Shanghai',
    resolveReference: async () => new Map([['M-1', [METER]]]),
    loadUnits: async () => new Map([[METER, '%']]),
  })
  return { input: inputs[0]?.input, issues: issues.map(({ issue }) => [issue.code, issue.params]) }
}
const readField = async (field: string, header: string, cell: CellValue, ...rest: [string, CellValue][]) => {
  const { input, issues } = await convert([header, ...rest.map(([h]) => h)], [cell, ...rest.map(([, value]) => value)])
  return input && issues.length === 0 ? input[field] : issues[0]?.[0]
}
const percent = (number: number, shown: string): CellValue => ({ number, text: shown, isPercent: true })
const formatted = (number: number, unit?: string, displayDivisor?: number): CellValue => ({
  number,
  text: String(number),
  isPercent: false,
  ...(unit ? { unit } : {}),
  ...(displayDivisor ? { displayDivisor } : {}),
})

describe('numbers whose notation is ambiguous', () => {
  it.each(['0,125', '0,750', '00,125', '0 125', '10²', '5³', '②', '2¹', '①', '1½', '1\n250', '1\t250', '5 10³kg'])(
    'refuses %j',
    async (cell) => {
      expect(await readField('weight', 'weight', cell)).toMatch(/notNumber|otherUnit|decimalComma/)
    },
  )
  it.each<[string, number]>([
    ['１２．５', 12.5],
    ['5 m²', NaN],
  ])('reads %s as %d', async (cell, weight) => {
    expect(await readField('weight', 'weight', cell)).toBe(Number.isNaN(weight) ? 'otherUnit' : weight)
  })
  it('explains a comma that may separate decimals or thousands', async () => {
    const { issues } = await convert(['weight'], ['12,000'], { decimals: 'unclear' })
    expect(issues).toEqual([['unclearComma', {}]])
  })
})

describe('numbers that a cell shows with an exponent', () => {
  const scientific: CellValue = { number: 12_000, text: '12000', isPercent: false, isScientific: true }
  it('are amounts but no codes', async () => {
    expect(await readField('weight', 'weight', scientific)).toBe(12_000)
    expect(await readField('weight', 'weight (t)', scientific)).toBe(12_000_000)
    expect(await readField('code', 'code', scientific)).toBe('digitsLost')
  })
  it('are readings of an inspection', () => {
    const calendar = { timeZone: 'Asia/Shanghai', since1904: false }
    expect(convertCell({ kind: 'text', isConvertedByWriter: true }, scientific, calendar)).toBe('12000')
    expect(convertCell({ kind: 'text', isConvertedByWriter: true, unit: 'g' }, scientific, calendar)).toBe('12000')
  })
})

describe('shares in cells with several readings', () => {
  it.each<[CellValue[], CellValue, boolean]>([
    [['45.2%'], '0.452; 0.456', true],
    [[percent(0.452, '45.2%')], '0.452；0.456', true],
    [['45.2%; 45.6%'], 0.456, true],
    [['45.2 %、45.6 %'], '0.456', true],
    [['45.2%,45.6%'], '0.452, 0.456', true],
    [['45.2%\n45.6%'], '45.2 0.456', true],
    [['0.3%'], '<0.4', true],
    [['< 0.3 ％'], 0.4, true],
    [['45.2%'], '45.2; 45.6', false],
    [['45.2%'], '0; 45.6', false],
    [['45.2%'], '0.452%; 0.456%', false],
    // 1.5 may be 150 % beside 120 %, and 3 is more than twice 120 %.
    [['120%; 90%'], '1.5; 3', true],
    [['120%; 90%'], '3; 4', false],
    [['45.2; 45.6'], '0.452; 0.456', false],
    [['45.2%'], '1 250', false],
  ])('beside %j, %j is unclear: %s', (cells, cell, isUnclear) => {
    expect(isUnclearShare(cell, findShareLimit([...cells, cell]))).toBe(isUnclear)
  })
})

describe('a number as text whose sign may separate decimals or thousands', () => {
  const readColumn = async (cells: CellValue[], more: Partial<Worksheet> = {}, field = 'weight') => {
    const sheet: Worksheet = {
      header: [field],
      headerRow: 1,
      rows: cells.map((cell) => [cell]),
      rowNumbers: cells.map((_, i) => i + 2),
      ...more,
    }
    const { inputs, issues } = await convertRowsToInputs(charge, sheet, {
      t: { zh: t, en: t },
      language: 'en',
      timeZone: 'Asia/Shanghai',
      resolveReference: async () => new Map(),
    })
    return issues.length > 0
      ? issues.map(({ row, text, issue }) => [row, issue.code, text])
      : inputs.map(({ input }) => input[field])
  }
  it.each([
    // Codes, notes and ratios in text columns say nothing about the decimal sign of the numbers.
    ['630.120.400', '12.500', [['unclearComma', '12.500']]],
    ['2,5 mm', '12.500', [['unclearComma', '12.500']]],
    ['4500012,10', '12,500', [['unclearComma', '12,500']]],
    ['1.5', '12,500', [['unclearComma', '12,500']]],
    ['1.5', '12,5', [12.5]],
    ['630.120.400', '1.250,5', [1250.5]],
  ])('of a text file with the code %j and the weight %j gives %j', async (code, weight, expected) => {
    const sheet = readCsv(Buffer.from(`code;weight\n${code};${weight}\n`), WORKBOOK_LIMITS)
    const { inputs, issues } = await convertRowsToInputs(charge, sheet, {
      t: { zh: t, en: t },
      language: 'en',
      timeZone: 'Asia/Shanghai',
      resolveReference: async () => new Map(),
    })
    expect([
      ...issues.map(({ text, issue }) => [issue.code, text]),
      ...inputs.map(({ input }) => input['weight']),
    ]).toEqual(expected)
  })
  it.each<[CellValue[], Partial<Worksheet>, unknown[]]>([
    [['1,234'], {}, [[2, 'unclearComma', '1,234']]],
    [['1.234'], {}, [[2, 'unclearComma', '1.234']]],
    // Number cells have no written sign.
    [['1,234', 12.5], {}, [[2, 'unclearComma', '1,234']]],
    [['1,234', '12.5'], {}, [1234, 12.5]],
    [['1.234', '0.5'], {}, [1.234, 0.5]],
    [['1,234', '1,234,567'], {}, [1234, 1_234_567]],
    [['1,234'], { isCommaSeparated: true }, [[2, 'unclearComma', '1,234']]],
    [['1.234'], { isCommaSeparated: true }, [1.234]],
    [['1,234', '1.234'], { isCommaSeparated: true }, [1234, 1.234]],
    [[1.234, 1234], {}, [1.234, 1234]],
  ])('in %j with %j gives %j', async (cells, more, expected) => {
    expect(await readColumn(cells, more)).toEqual(expected)
  })
  it.each<[CellValue, unknown]>([
    // A point may separate decimals or thousands: 1 mm or 1000 mm. A comma cannot separate decimals of a whole number.
    ['1.000', [2, 'unclearComma', '1.000']],
    ['１．０００', [2, 'unclearComma', '１．０００']],
    ['1,000', 1000],
    ['1000', 1000],
    [1, 1],
  ])('in a column of whole numbers %j gives %j', async (cell, expected) => {
    expect(await readColumn([cell], {}, 'reelWidth')).toEqual([expected])
  })
})

describe('a column with percentages', () => {
  const readColumn = async (field: string, cells: CellValue[], extra: [string, CellValue][] = []) => {
    const sheet: Worksheet = {
      header: [field, ...extra.map(([header]) => header)],
      headerRow: 1,
      rows: cells.map((cell) => [cell, ...extra.map(([, value]) => value)]),
      rowNumbers: cells.map((_, i) => i + 2),
    }
    const { inputs, issues } = await convertRowsToInputs(charge, sheet, {
      t: { zh: t, en: t },
      language: 'en',
      timeZone: 'Asia/Shanghai',
      resolveReference: async () => new Map([['M-1', [METER]]]),
      loadUnits: async () => new Map([[METER, '%']]),
    })
    return issues.length > 0
      ? issues.map(({ row, issue }) => [row, issue.code])
      : inputs.map(({ input }) => input[field])
  }
  it.each<[CellValue[], unknown[]]>([
    [[percent(0.5, '50%'), 0.5], [[3, 'mixedPercent']]],
    [[percent(1.2, '120%'), 1.5], [[3, 'mixedPercent']]],
    [['53%', '0.53'], [[3, 'mixedPercent']]],
    [
      ['53%', 53.5, 0, formatted(0.53, '%')],
      [53, 53.5, 0, 0.53],
    ],
    [[0.5], [0.5]],
  ])('reads %j as %j', async (cells, expected) => {
    expect(await readColumn('share', cells)).toEqual(expected)
  })
  it('refuses plain shares only in rows in %', async () => {
    expect(await readColumn('value', ['50%', 0.5], [['meterId', 'M-1']])).toEqual([[3, 'mixedPercent']])
    expect(await readColumn('weight', ['1 kg', 0.5])).toEqual([1, 0.5])
  })
})

describe('texts in place of a number', () => {
  it.each([
    ['12-', 'minusBehind'],
    ['12 -', 'minusBehind'],
    ['(12)', 'minusBehind'],
    ['（12.5）', 'minusBehind'],
    ['(¥1,250.00)', 'minusBehind'],
    ['1.234,50', 'decimalComma'],
    ['<0.01', 'notExact'],
    ['＞100', 'notExact'],
    ['≤0.5', 'notExact'],
    ['约 12', 'notExact'],
    ['12~15', 'notExact'],
    ['12±0.5', 'notExact'],
    ['ND', 'notExact'],
    ['n.d.', 'notExact'],
    ['未检出', 'notExact'],
    ['—', 'dash'],
    ['-', 'dash'],
    ['/', 'dash'],
    ['twelve', 'notNumber'],
  ])('%s is refused as %s with its text', async (cell, code) => {
    const sheet: Worksheet = { header: ['weight'], headerRow: 1, rows: [[cell]], rowNumbers: [2] }
    const { issues } = await convertRowsToInputs(charge, sheet, {
      t: { zh: t, en: t },
      language: 'en',
      timeZone: 'Asia/Shanghai',
      resolveReference: async () => new Map(),
    })
    expect(issues).toEqual([
      { row: 2, column: 'A', header: 'weight', text: cell, issue: { path: ['weight'], code, params: {} } },
    ])
  })
})

describe('numbers of a file with semicolons', () => {
  it.each<[Worksheet['decimals'], CellValue, unknown]>([
    [undefined, '1,5 吨', 1500],
    [undefined, '12,50 kg', 12.5],
    [undefined, '1,5', 'decimalComma'],
    [undefined, '0,125 kg', 'decimalComma'],
    [undefined, '1,250 kg', 'unclearComma'],
    ['comma', '1,5 吨', 1500],
    ['comma', '1,250 t', 1250],
    ['comma', '1.250', 1250],
    ['unclear', '1.250', 'unclearComma'],
    ['unclear', '12.000 kg', 'unclearComma'],
    ['unclear', '1,5 吨', 'unclearComma'],
    ['unclear', '12.5', 12.5],
    ['unclear', '0.125', 0.125],
  ])('with the decimal sign %s %j is %j', async (decimals, cell, expected) => {
    const { input, issues } = await convert(['weight'], [cell], decimals ? { decimals } : {})
    expect(input && issues.length === 0 ? input['weight'] : issues[0]?.[0]).toBe(expected)
  })
  it.each<[Worksheet['decimals'], string, unknown]>([
    ['comma', '1 × 1.250', 1250],
    ['comma', '1 × 797,4', 797.4],
    ['unclear', '1 × 1.250', 'wrongType'],
    [undefined, '1 × 797.4', 797.4],
  ])('with the decimal sign %s the list %s has the width %j', async (decimals, cell, expected) => {
    const { input, issues } = await convert(['widths'], [cell], decimals ? { decimals } : {})
    expect(input ? (input['widths'] as { width: number }[])[0]!.width : issues[0]?.[0]).toBe(expected)
  })
})

describe('whole numbers in another unit', () => {
  // 1 in is 25.4 mm.
  it.each<[string, CellValue, number | null]>([
    ['reelWidth (in)', 20, 508],
    ['reelWidth (cm)', 52, 520],
    ['reelWidth (in)', 20.5, null],
    ['reelWidth (cm)', 52.04, null],
    ['reelWidth', '20.5 in', null],
  ])('column %s with %j is %j, never rounded', async (header, cell, value) => {
    const { input } = await convert([header], [cell])
    const stored = input?.['reelWidth']
    // A fraction is left for the check of the field to refuse.
    expect(Number.isInteger(stored) ? stored : null).toBe(value)
  })
})

describe('percentages', () => {
  it.each<[string, CellValue, number]>([
    ['price', percent(0.035, '3.5%'), 3.5],
    ['price', percent(-0.0075, '-0.75%'), -0.75],
    ['price', '3.5%', 3.5],
    ['price（%）', 3.5, 3.5],
    ['price', 3.5, 3.5],
    ['price', 0.035, 0.035],
  ])('column %s with %j holds %d in a row with the unit %%', async (header, cell, value) => {
    expect(await readField('price', header, cell, ['kind', 'powerFactor'])).toBe(value)
  })
  it.each<[string, CellValue, number]>([
    ['high', '100%', 100],
    ['high(%)', 100, 100],
    ['high', percent(0.45, '45%'), 45],
    ['high', 0.45, 0.45],
  ])('column %s with %j holds %d where the row names the unit', async (header, cell, value) => {
    expect(await readField('high', header, cell, ['unit', '%'])).toBe(value)
  })
  it.each<[string, CellValue, number]>([
    ['value', '45%', 45],
    ['value（%）', 45, 45],
    ['value', percent(0.45, '45%'), 45],
  ])('column %s with %j holds %d where the meter has the unit', async (header, cell, value) => {
    expect(await readField('value', header, cell, ['meterId', 'M-1'])).toBe(value)
  })
  it('are refused by a field without a unit', async () => {
    expect(await convert(['ratio'], ['3.5%'])).toMatchObject({ issues: [['noUnit', { unit: '%' }]] })
    expect(await convert(['ratio（%）'], [3.5])).toMatchObject({ issues: [['noUnit', { unit: '%' }]] })
    expect(await readField('ratio', 'ratio', percent(0.035, '3.5%'))).toBe('noUnit')
  })
})

describe('units of the row', () => {
  it.each<[string, CellValue, [string, CellValue], unknown]>([
    ['high（MPa）', 1.6, ['unit', 'MPa'], 1.6],
    ['high', '1.6 MPa', ['unit', 'MPa'], 1.6],
    ['high', '16 bar', ['unit', 'MPa'], 1.6],
    ['high（个）', 5, ['unit', '个'], 5],
    ['high（标方）', 5, ['unit', '标方'], 5],
    ['high（kWh）', 5, ['unit', 'm³'], 'otherUnit'],
    ['high', '5 kWh', ['unit', null], 'noUnit'],
    ['price（元/kWh）', 0.12, ['kind', 'energy'], 0.12],
    ['price（元/MWh）', 120, ['kind', 'energy'], 0.12],
    ['price（元/kW·月）', 40, ['kind', 'demand'], 40],
    ['price（元/千瓦）', 40, ['kind', 'demand'], 40],
    ['price（元/kWh）', 0.12, ['kind', 'demand'], 'otherUnit'],
  ])('column %s with %j in a row of %j gives %j', async (header, cell, unitCell, expected) => {
    const field = header.startsWith('high') ? 'high' : 'price'
    expect(await readField(field, header, cell, unitCell)).toBe(expected)
  })
  it('names the unit as it is written', async () => {
    expect(await convert(['weight（MPa）'], [1])).toMatchObject({ issues: [['otherUnit', { unit: 'MPa', own: 'kg' }]] })
  })
})

describe('currencies and words of number formats', () => {
  it.each<[string, string, CellValue, unknown]>([
    ['cost', 'cost', '¥12.50', 12.5],
    ['cost', 'cost', '¥ 1\u00a0250.5', 1250.5],
    ['cost', 'cost', 'CNY 12 500', 12_500],
    ['cost', 'cost', '￥12.50', 12.5],
    ['cost', 'cost', 'CNY 1,250.00', 1250],
    ['cost', 'cost', '-¥3', -3],
    ['cost', 'cost', '¥-3', -3],
    ['cost', 'cost', '$12.50', 'otherUnit'],
    ['cost', 'cost', 'US$ 12.50', 'otherUnit'],
    ['cost', 'cost', '€12', 'otherUnit'],
    ['cost', 'cost', '¥12 kg', 'notNumber'],
    ['cost', 'cost', formatted(99, '¥'), 99],
    ['cost', 'cost', formatted(99, '$'), 'otherUnit'],
    ['cost', 'cost', formatted(99, 'JPY'), 'unclearFormat'],
    ['cost', 'cost（万元）', formatted(1.2, '¥'), 'otherUnit'],
    ['kgPrice', 'kgPrice', formatted(8.6, '¥'), 8.6],
    ['kgPrice', 'kgPrice', '¥8.6', 8.6],
    ['kgPrice', 'kgPrice', '¥8.6/kg', 8.6],
    ['kgPrice', 'kgPrice（元/吨）', formatted(8600, '¥'), 8.6],
    ['kgPrice', 'kgPrice', formatted(8.6, '€'), 'otherUnit'],
    ['weight', 'weight', formatted(3, '¥'), 'otherUnit'],
    ['weight', 'weight', formatted(3, '约…吨'), 'unclearFormat'],
    ['weight', 'weight', formatted(1.2, '万'), 'unclearFormat'],
    ['weight', 'weight（吨）', formatted(500, 'kg'), 500],
    ['weight', 'weight（吨）', formatted(8250, undefined, 1000), 'unclearFormat'],
    ['weight', 'weight', formatted(12_500, 't', 1000), 12_500],
    ['code', 'code', formatted(8250, undefined, 1000), 'unclearFormat'],
    ['cost', 'cost', formatted(8_250_000, undefined, 1000), 'unclearFormat'],
    ['cost', 'cost', formatted(8_250_000, '¥', 1000), 'unclearFormat'],
    ['cost', 'cost', formatted(8_250_000, '元', 1000), 'unclearFormat'],
    ['cost', 'cost', formatted(8_250_000, 'CNY', 1_000_000), 'unclearFormat'],
  ])('%s under %s with %j gives %j', async (field, header, cell, expected) => {
    expect(await readField(field, header, cell)).toBe(expected)
  })
})

describe('prices', () => {
  it.each<[string, string, CellValue, [string, CellValue], unknown]>([
    ['kwhPrice', 'kwhPrice（分/kWh）', 65, ['code', 'x'], 0.65],
    ['kwhPrice', 'kwhPrice', '65 分/度', ['code', 'x'], 0.65],
    ['kwhPrice', 'kwhPrice', '6.5角/kWh', ['code', 'x'], 0.65],
    ['kwhPrice', 'kwhPrice（分钟/kWh）', 65, ['code', 'x'], 'otherUnit'],
    ['piecePrice', 'piecePrice（元/个）', 12.5, ['code', 'x'], 12.5],
    ['piecePrice', 'piecePrice（元/件）', 12.5, ['code', 'x'], 12.5],
    ['piecePrice', 'piecePrice', '¥12.5/只', ['code', 'x'], 12.5],
    ['piecePrice', 'piecePrice（元）', 12.5, ['code', 'x'], 12.5],
    ['piecePrice', 'piecePrice（元/打）', 24, ['code', 'x'], 2],
    ['piecePrice', 'piecePrice（元/kg）', 12.5, ['code', 'x'], 'otherUnit'],
    ['partPrice', 'partPrice（元/件）', 12.5, ['unit', '个'], 12.5],
    ['partPrice', 'partPrice', '30 元/桶', ['unit', '桶'], 30],
    ['partPrice', 'partPrice（元/升）', 30, ['unit', '桶'], 'otherUnit'],
    ['cost', 'cost（元/个）', 12.5, ['code', 'x'], 'otherUnit'],
  ])('%s under %s with %j is read with the unit of the row', async (field, header, cell, row, expected) => {
    expect(await readField(field, header, cell, row)).toBe(expected)
  })
})

describe('lists', () => {
  it.each<[string, string, unknown]>([
    ['widths（cm）', '1 × 80; 2 × 79.7', [800, 797]],
    ['widths（cm）', '1 × 80 cm; 2 × 797 mm', [800, 797]],
    ['widths (mm)', '1 × 800; 2 × 797', [800, 797]],
    ['widths（吨）', '1 × 800', 'otherUnit'],
  ])('the heading %s applies to %s', async (header, cell, expected) => {
    const value = await readField('widths', header, cell)
    expect(Array.isArray(value) ? value.map(({ width }: { width: number }) => width) : value).toEqual(expected)
  })
  it.each(['places（m × mm）', 'places (m×mm)', 'places（米 × 毫米）'])(
    'accept their own units in %s',
    async (header) => {
      expect(await readField('places', header, '1.5 × 800')).toEqual([{ position: 1.5, width: 800 }])
    },
  )
  it('refuse their units in another order', async () => {
    expect(await readField('places', 'places（mm × m）', '1.5 × 800')).toBe('otherUnit')
  })
  it('with several units refuse a unit in the heading', async () => {
    expect(await convert(['places（mm）'], ['1 × 2'])).toMatchObject({
      issues: [['otherUnit', { unit: 'mm', own: 'm × mm' }]],
    })
  })
})

describe('other cells', () => {
  it.each<[string, CellValue, unknown]>([
    ['dueOn', '2026-11-30 24:00', '2026-11-30'],
    ['dueOn', '2026年11月30日24时', '2026-11-30'],
    ['dueOn', '2026-11-30T00:00:00+08:00', '2026-11-30'],
    ['dueOn', '2026-11-30T24:00:00', '2026-11-30'],
    // 2026-11-30 is serial day 46356.
    ['dueOn', 46356, '2026-11-30'],
    ['dueOn', formatted(46356, 'kg'), 'badDay'],
    ['dueOn', formatted(46356, '¥'), 'badDay'],
    ['dueOn', percent(46356, '4635600%'), 'badDay'],
    ['dueOn', { number: 46356, text: '46356.00', isPercent: false }, 'badDay'],
    ['dueOn', { number: 46356, text: '46356', isPercent: false, isElapsedTime: true }, 'badDay'],
    ['dueOn', { number: 20261130, text: '2026年11月30日', isPercent: false, unit: '年…月…日' }, '2026-11-30'],
    ['usedOn', formatted(46356.5, 'kg'), 'badMoment'],
    ['usedOn', 46356.5, '2026-11-30T04:00:00.000Z'],
    ['startsAt', percent(0.5, '50%'), 'badFormat'],
    ['startsAt', formatted(0.5, 'kg'), 'badFormat'],
    ['startsAt', { number: 0.5, text: '0.5', isPercent: false, isElapsedTime: true }, '12:00'],
    ['phone', '１３８００１３８０００', '13800138000'],
    ['counter', '√', true],
    ['counter', '×', false],
  ])('%s with %j is %j', async (field, cell, expected) => {
    expect(await readField(field, field, cell)).toBe(expected)
  })
})

describe('worksheets', () => {
  const read = (bytes: Buffer) => readWorkbook(bytes, WORKBOOK_LIMITS)
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`
  const buildSheets = (...sheets: { name: string; xml: string; type?: string; state?: string }[]) =>
    buildArchive(
      buildWorkbookParts('', [
        {
          name: 'xl/workbook.xml',
          content: `<workbook><sheets>${sheets.map(({ name, state = 'visible' }, i) => `<sheet name="${name}" sheetId="${i + 1}" state="${state}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
        },
        {
          name: 'xl/_rels/workbook.xml.rels',
          content: `<Relationships>${sheets.map(({ type = 'worksheet' }, i) => relation(`rId${i + 1}`, type, `sheets/${i + 1}.xml`)).join('')}</Relationships>`,
        },
        ...sheets.map(({ xml }, i) => ({ name: `xl/sheets/${i + 1}.xml`, content: xml })),
      ]),
    )
  const dataRow = (row: number) => `<row r="${row}"><c r="A${row}"><v>${row}</v></c></row>`
  const filled = buildSheetXml(headAB + dataRow(2) + dataRow(3))
  it('names other visible worksheets with rows', async () => {
    const sheet = await read(
      buildSheets(
        { name: '一月', xml: filled },
        { name: '二月', xml: filled },
        { name: '标题', xml: buildSheetXml(headAB) },
        { name: '空', xml: buildSheetXml('') },
        { name: '三月', xml: '<worksheet><sheetData><row' },
      ),
    )
    expect(sheet).toMatchObject({
      name: '一月',
      rows: [
        [2, null],
        [3, null],
      ],
      otherSheets: ['二月', '三月'],
    })
  })
  it('names hidden worksheets with rows, but not the pick lists of a template', async () => {
    const sheet = await read(
      buildSheets(
        { name: '隐藏', xml: filled, state: 'hidden' },
        { name: '数据', xml: filled },
        { name: 'options', xml: filled, state: 'hidden' },
        { name: '深藏', xml: filled, state: 'veryHidden' },
      ),
    )
    expect(sheet).toMatchObject({ name: '数据', otherSheets: ['隐藏', '深藏'] })
  })
  it('skips an empty cover and a chart', async () => {
    const sheet = await read(
      buildSheets(
        { name: '图', xml: '<chartsheet/>', type: 'chartsheet' },
        { name: '封面', xml: buildSheetXml(`<row r="1">${buildTextCell('A1', ' ')}</row>`) },
        { name: '数据', xml: filled },
      ),
    )
    expect(sheet).toMatchObject({ name: '数据', header: ['A', 'B'] })
    expect(sheet.otherSheets).toBeUndefined()
    await expect(read(buildSheets({ name: '空', xml: buildSheetXml('') }))).rejects.toMatchObject({
      problem: 'noHeader',
    })
  })
  it('skips rows of blanks and names hidden columns with values', async () => {
    const blanks = `<row r="2">${buildTextCell('A2', ' ')}${buildTextCell('B2', '\u3000')}</row>`
    const xml = buildSheetXml(headAB + blanks + dataRow(3)).replace(
      '<sheetData>',
      '<cols><col min="1" max="1" hidden="1"/><col min="2" max="16384" hidden="1"/></cols><sheetData>',
    )
    expect(await read(buildWorkbookFile(xml))).toMatchObject({
      rows: [[3, null]],
      rowNumbers: [3],
      hiddenColumns: ['A'],
    })
  })
  it('leaves ISO dates with an offset to the time zone of the plant', async () => {
    const cell = (ref: string, value: string) => `<c r="${ref}" t="d"><v>${value}</v></c>`
    const row = `<row r="2">${cell('A2', '2026-11-30T00:00:00+08:00')}${cell('B2', '2026-11-30T06:30:00')}</row>`
    expect((await read(buildWorkbookFile(buildSheetXml(headAB + row)))).rows).toEqual([
      ['2026-11-30T00:00:00+08:00', new Date('2026-11-30T06:30:00Z')],
    ])
  })
  it('keeps 24:00 of an ISO date as a text, which ends its day', async () => {
    const row = '<row r="2"><c r="A2" t="d"><v>2026-11-30T24:00:00</v></c></row>'
    const { rows } = await read(buildWorkbookFile(buildSheetXml(headAB + row)))
    expect(rows).toEqual([['2026-11-30T24:00:00', null]])
    expect(await readField('dueOn', 'dueOn', rows[0]![0]!)).toBe('2026-11-30')
    // Midnight in Shanghai is 16:00 UTC of the day before.
    expect(await readField('usedOn', 'usedOn', rows[0]![0]!)).toBe('2026-11-30T16:00:00.000Z')
  })
})
